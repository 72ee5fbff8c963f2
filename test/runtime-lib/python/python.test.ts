import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { PythonRequest } from "../../../runtime-lib/python/environment.ts";
import { type PythonOptions, type PythonResult, preparePython, python } from "../../../runtime-lib/python/python.ts";
import type { StepContext } from "../../../runtime-lib/run/step-context.ts";
import { temporaryFolder } from "../../support/flowc.ts";
import { makeWheel } from "../../support/wheel.ts";
import { type Failure, killTagged, newTag, step, tagged, untilTagged } from "../exec/processes.ts";

const installed = spawnSync("python3", ["--version"]).status === 0;
/** The program itself: version managers put a slow script in its place. */
const program = installed
  ? spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout.trim()
  : "";
const environment = { ...process.env, FLOWC_PYTHON: program };

function run(script: string, more: Partial<PythonOptions> = {}, context: Partial<StepContext> = {}) {
  const shared = new Map<object, unknown>();
  return python(step({ environment, shared, ...context }), { name: "task.py", script, failOnNonZero: true, ...more });
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const result = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in result)) throw new Error(`did not fail: ${JSON.stringify(result.value).slice(0, 300)}`);
  return result.error as Failure;
}

describe("python", () => {
  beforeEach((context) => {
    if (!installed) context.skip();
  });

  it("gives stdout, as a value where it is JSON", async () => {
    const values = await Promise.all(
      ['print("hello")', 'print("{\\"a\\": [1, null]}")', "print(42)", "print('NaN')", ""].map(async (script) => {
        const { value, stdout } = await run(script);
        return [value, stdout];
      }),
    );
    expect(values).toEqual([
      ["hello", "hello"],
      [{ a: [1, null] }, '{"a": [1, null]}'],
      [42, "42"],
      ["NaN", "NaN"],
      ["", ""],
    ]);
  });

  it("brings inputs as data, whatever is in them", async () => {
    const inputs = { "a'b\"": 'x"""\\n\n${}', n: null, b: true, f: 0.5, i: 3, deep: [{ ü: "漢😀" }], half: "\ud800" };
    const { value } = await run("import json\nprint(json.dumps(inputs))", { inputs });
    expect(value).toEqual(inputs);
    expect((await run("print(type(inputs).__name__, len(inputs))")).stdout).toBe("dict 0");
  });

  it("takes 10 MB of inputs", async () => {
    const { value } = await run("print(len(inputs['text']))", { inputs: { text: "é".repeat(5_000_000) } });
    expect(value).toBe(5_000_000);
  });

  it("runs the script as __main__, with its arguments and an empty stdin", async () => {
    const script = `
import sys
def main():
    print(__name__, sys.argv, repr(sys.stdin.read()), sorted(n for n in globals() if not n.startswith("__")))
if __name__ == "__main__":
    main()`;
    const { stdout } = await run(script, { args: ["a b", "-x", "$HOME"] });
    expect(stdout).toBe("__main__ ['task.py', 'a b', '-x', '$HOME'] '' ['inputs', 'main', 'sys']");
  });

  it("tells of an exception by its last line, and shows where it arose", async () => {
    const script = "def f(x):\n    return 1 / x\n\nf(0)\n";
    const { failureClass, message, details } = await failureOf(run(script));
    expect({ failureClass, message }).toEqual({
      failureClass: "tool_runtime",
      message: "exit code 1: ZeroDivisionError: division by zero",
    });
    const lines = (details.stderr ?? "").split("\n").filter((line) => !/^\s*[~^]+\s*$/.test(line));
    expect(lines).toEqual([
      "Traceback (most recent call last):",
      '  File "task.py", line 4, in <module>',
      "    f(0)",
      '  File "task.py", line 2, in f',
      "    return 1 / x",
      "ZeroDivisionError: division by zero",
    ]);
    const wrong = await failureOf(run("x = 1\nif x\n  pass"));
    expect(wrong.message).toMatch(/^exit code 1: SyntaxError: /);
    expect(wrong.details.stderr).toMatch(/^ {2}File "task\.py", line 2$/m);
    expect(wrong.details.stderr).not.toContain("<string>");
  });

  it("takes a non-zero exit for a result where it is handled", async () => {
    const result = await run("import sys\nprint('[1]')\nsys.exit('no more')", { failOnNonZero: false });
    expect(result).toEqual<PythonResult>({
      value: [1],
      stdout: "[1]",
      stderr: "no more",
      exitCode: 1,
      success: false,
    });
  });

  it("reports a crash by its signal", async () => {
    const crash = "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)";
    expect(await failureOf(run(crash, { failOnNonZero: false }))).toMatchObject({
      failureClass: "tool_runtime",
      message: "killed by SIGSEGV",
    });
  });

  it("takes 50 MB of output, and fails where that is over the limit", async () => {
    const script = "import sys\nfor i in range(50): sys.stdout.write('x' * 2**20)";
    expect((await run(script)).stdout).toHaveLength(50 * 2 ** 20);
    expect(await failureOf(run(script, { maxOutputBytes: 2 ** 20 }))).toMatchObject({
      failureClass: "tool_runtime",
      message: "stdout went over the limit of 1 MiB (maxOutputBytes)",
    });
  });

  it("ends the whole process tree when its time is up or the run is cancelled", async () => {
    const late = await failureOf(run("import time\ntime.sleep(60)", { timeoutMs: 100 }));
    expect(late).toMatchObject({ failureClass: "timeout", message: "timed out after 100ms" });
    const tag = newTag();
    const abort = new AbortController();
    try {
      const script = `import subprocess\nsubprocess.run(["sleep", "${tag}"])`;
      const failed = failureOf(run(script, {}, { signal: abort.signal }));
      await untilTagged(tag, 1);
      abort.abort(new Error("cancelled"));
      expect(await failed).toMatchObject({ message: "cancelled" });
      expect(tagged(tag)).toEqual([]);
    } finally {
      killTagged(tag);
    }
  });

  it("lays env over the environment, runs in workingDir and writes UTF-8", async () => {
    using folder = temporaryFolder();
    const script = "import os\nprint(os.environ['A'], os.environ['B'], os.getcwd(), 'é漢')";
    const context = { environment: { FLOWC_PYTHON: program, PATH: process.env["PATH"], A: "step", B: "step" } };
    const { stdout } = await run(script, { env: { B: "own" }, workingDir: folder.path }, context);
    expect(stdout).toBe(`step own ${folder.path} é漢`);
    const gone = await failureOf(run("", { workingDir: join(folder.path, "gone") }));
    expect(gone).toMatchObject({ failureClass: "infra" });
  });

  it("reports a script that ends before it has read its inputs", async () => {
    const failed = failureOf(run("x = (", { inputs: { text: "x".repeat(5_000_000) } }));
    expect((await failed).message).toMatch(/^exit code 1: SyntaxError/);
  });
});

describe("preparing Python", () => {
  const prepare = (request: PythonRequest, env: Record<string, string | undefined>) =>
    preparePython(step({ environment: env, shared: new Map() }), request);

  it("names the program that is missing", async () => {
    using folder = temporaryFolder();
    expect(await failureOf(prepare({}, { PATH: folder.path }))).toMatchObject({
      failureClass: "preflight",
      message: "program 'python3' was not found: python resources need it (FLOWC_PYTHON names another)",
    });
    const named = { PATH: process.env["PATH"], FLOWC_PYTHON: "/nowhere/python" };
    expect((await failureOf(prepare({}, named))).message).toMatch(/^program '\/nowhere\/python' was not found/);
  });

  it("holds the version against what is there, and finds another on the PATH", async () => {
    using folder = temporaryFolder();
    const fake = (name: string, version: string) => {
      writeFileSync(join(folder.path, name), `#!/bin/sh\necho ${version}\n`);
      chmodSync(join(folder.path, name), 0o755);
    };
    fake("python3", "3.9.2");
    fake("python3.12", "3.12.4");
    const env = { PATH: `${folder.path}:/bin:/usr/bin` };
    expect((await prepare({ version: "3.9" }, env)).program).toBe(join(folder.path, "python3"));
    expect((await prepare({ version: "3.12" }, env)).program).toBe(join(folder.path, "python3.12"));
    expect(await failureOf(prepare({ version: "3.1" }, { PATH: folder.path }))).toMatchObject({
      failureClass: "preflight",
      message: "pythonVersion is 3.1, but python3 is 3.9.2",
    });
  });

  it("asks Python for its version once in a process, however many runs there are", async () => {
    using folder = temporaryFolder();
    const log = join(folder.path, "log");
    const fake = join(folder.path, "python3");
    writeFileSync(fake, `#!/bin/sh\necho asked >> "${log}"\necho 3.9.2\n`);
    chmodSync(fake, 0o755);
    const env = { PATH: `${folder.path}:/bin:/usr/bin` };
    for (let run = 0; run < 3; run += 1) expect((await prepare({ version: "3.9" }, env)).program).toBe(fake);
    expect(readFileSync(log, "utf8")).toBe("asked\n");
  });

  it("installs packages once, also for two runs at a time", async (context) => {
    const canMakeEnvironments = installed && spawnSync(program, ["-c", "import ensurepip, venv"]).status === 0;
    if (!canMakeEnvironments) return context.skip();
    using folder = temporaryFolder();
    const wheel = makeWheel(folder.path, program);
    const env = { FLOWC_PYTHON: program, PATH: "/usr/bin:/bin", XDG_CACHE_HOME: join(folder.path, "cache") };
    const request = { packages: [`flowc-sample @ file://${wheel}`] };
    const [first, second] = await Promise.all([prepare(request, env), prepare(request, env)]);
    for (const interpreter of [first, second]) {
      const shared = new Map<object, unknown>([[preparePython, interpreter]]);
      const script = "import flowc_sample, sys\nprint(flowc_sample.answer, sys.prefix != sys.base_prefix)";
      expect((await run(script, {}, { environment: env, shared })).stdout).toBe("42 True");
    }
    const before = readdirSync(join(env.XDG_CACHE_HOME, "flowc", "python"));
    // Another home: not what this process remembers, but what the folder has.
    expect((await prepare(request, { ...env, HOME: "/nowhere" })).program).toMatch(/\/bin\/python$/);
    expect(readdirSync(join(env.XDG_CACHE_HOME, "flowc", "python"))).toEqual(before);
  }, 120_000);

  it("says what pip said last", async (context) => {
    const canMakeEnvironments = installed && spawnSync(program, ["-c", "import ensurepip, venv"]).status === 0;
    if (!canMakeEnvironments) return context.skip();
    using folder = temporaryFolder();
    const env = { FLOWC_PYTHON: program, PATH: "/usr/bin:/bin", XDG_CACHE_HOME: join(folder.path, "cache") };
    const request = { packages: [`flowc-gone @ file://${folder.path}/gone.whl`] };
    const { failureClass, message } = await failureOf(prepare(request, env));
    expect(failureClass).toBe("preflight");
    expect(message).toMatch(/^Python packages cannot be installed: ERROR: .*gone\.whl/);
    expect(readdirSync(join(env.XDG_CACHE_HOME, "flowc", "python"))).toEqual([]);
  }, 120_000);

  it("takes FLOWC_VENV as it is, and installs nothing", async () => {
    using folder = temporaryFolder();
    const venv = join(folder.path, "venv");
    mkdirSync(join(venv, "bin"), { recursive: true });
    const env = { PATH: folder.path, FLOWC_VENV: venv, XDG_CACHE_HOME: join(folder.path, "cache") };
    const request = { packages: ["requests"], version: "3.12" };
    expect((await failureOf(prepare(request, env))).message).toMatch(/^FLOWC_VENV is \S+\/venv, which has no Python$/);
    const path = join(venv, "bin", "python");
    writeFileSync(path, "#!/bin/sh\necho 3.12.4\n");
    chmodSync(path, 0o755);
    expect(await prepare(request, env)).toEqual({
      program: path,
      environment: { VIRTUAL_ENV: venv, PATH: `${venv}/bin:${folder.path}` },
    });
    expect(await failureOf(prepare({ ...request, version: "3.1" }, env))).toMatchObject({
      failureClass: "preflight",
      message: "pythonVersion is 3.1, but FLOWC_VENV has 3.12.4",
    });
    expect(existsSync(env.XDG_CACHE_HOME)).toBe(false);
  });

  it("lets uv do it where uv is, and never a shell", async () => {
    using folder = temporaryFolder();
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    const log = join(folder.path, "log");
    const uv = `#!/bin/sh
printf '%s\\n' "$*" >> "${log}"
if [ "$1" = venv ]; then for last; do :; done; mkdir -p "$last/bin"; cp "${join(bin, "python3")}" "$last/bin/python"; fi
`;
    writeFileSync(join(bin, "uv"), uv);
    writeFileSync(join(bin, "python3"), "#!/bin/sh\necho 3.11.1\n");
    for (const name of ["uv", "python3"]) chmodSync(join(bin, name), 0o755);
    const env = { PATH: `${bin}:/usr/bin:/bin`, XDG_CACHE_HOME: join(folder.path, "cache") };
    const { program: found, environment: added } = await prepare({ packages: ["a>=1,<2", "b; echo x"] }, env);
    expect(existsSync(found)).toBe(true);
    expect(added["PATH"]?.startsWith(join(added["VIRTUAL_ENV"] ?? "", "bin"))).toBe(true);
    const said = readFileSync(log, "utf8").split("\n");
    expect(said).toEqual([
      `venv --quiet --python ${join(bin, "python3")} ${added["VIRTUAL_ENV"]}`,
      `pip install --quiet --python ${found} -- a>=1,<2 b; echo x`,
      "",
    ]);
  });
});
