import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exec } from "../../../runtime-lib/exec/exec.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { formatDuration } from "../../../runtime-lib/run/timer.ts";
import { newTag, runner, runtimeLib, starters, step, tagged } from "./processes.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "flowc-exec-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program that imports the runtime in a plain Node; its stdout as JSON. */
function inNode(program: string) {
  const source = `import { exec } from "${runtimeLib}exec/exec.ts";
    const step = { id: "t", signal: new AbortController().signal, environment: { ...process.env } };
    const warnings = []; process.on("warning", (warning) => warnings.push(warning.message));
    ${program}`;
  const file = join(folder, `${newTag()}.mjs`);
  writeFileSync(file, source);
  return spawnSync(process.execPath, [file], { encoding: "utf8", timeout: 50_000 });
}

describe.each(starters)("exec through %s", (_name, start) => {
  const { run, failure } = runner(start);

  describe("command and args", () => {
    it("runs a script by sh -c", async () => {
      expect(await run({ command: "x=1\nif [ $x = 1 ]; then echo one; fi; echo $0 $#" })).toEqual({
        stdout: "one\nsh 0",
        stderr: "",
        exitCode: 0,
        success: true,
      });
    });

    it("starts a one-word command with its argv, without a shell", async () => {
      const args = ["%s|", "a b", "$HOME", "*", "", 'quo"te', "a\nb", "é漢😀"];
      const { stdout } = await run({ command: "printf", args });
      expect(stdout).toBe(`${args.slice(1).join("|")}|`);
      expect((await run({ command: "echo", args: [] })).stdout).toBe("");
    });

    it("gives args to a script as $1…", async () => {
      const { stdout } = await run({ command: 'echo "$0:$#:$1:$2"', args: ["$(id)", "b c"] });
      expect(stdout).toBe("sh:2:$(id):b c");
    });

    it("takes an empty command for an empty script", async () => {
      expect(await run({ command: "" })).toMatchObject({ stdout: "", success: true });
      expect(await run({ command: "", args: ["x"] })).toMatchObject({ stdout: "", success: true });
    });

    it("gives an empty stdin", async () => {
      expect((await run({ command: "cat; echo end" })).stdout).toBe("end");
    });

    it("names the shell `sh` in its own errors", async () => {
      expect((await run({ command: "nosuch-command; true" })).stderr).toMatch(/^sh: /);
    });
  });

  describe("environment and folder", () => {
    it("lays env over step.environment", async () => {
      const environment = { PATH: process.env["PATH"], A: "step", B: "step", C: undefined };
      const options = { command: 'echo "$A $B ${C-unset} ${HOME-unset}"', env: { B: "own" } };
      expect((await run(options, { environment })).stdout).toBe("step own unset unset");
    });

    it("finds a program on the child's own PATH", async () => {
      const bin = join(folder, "bin");
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, "own-tool"), "#!/bin/sh\necho own");
      chmodSync(join(bin, "own-tool"), 0o755);
      expect((await run({ command: "own-tool", args: [], env: { PATH: bin } })).stdout).toBe("own");
    });

    it("runs in workingDir", async () => {
      expect((await run({ command: "pwd -P", workingDir: "/" })).stdout).toBe("/");
      expect((await run({ command: "pwd", args: ["-P"], workingDir: "/" })).stdout).toBe("/");
    });

    it("adds its task id to that of the flowc it runs in", async () => {
      const { stdout } = await run({ command: "echo $FLOWC_TASK", env: { FLOWC_TASK: "mine" } });
      expect(stdout).toMatch(/^\/\d+\.\w+\.\d+$/);
      const environment = { ...process.env, FLOWC_TASK: "/1.a.1" };
      const inner = await run({ command: "echo $FLOWC_TASK" }, { environment });
      expect(inner.stdout).toMatch(/^\/1\.a\.1\/\d+\.\w+\.\d+$/);
    });
  });

  describe("output", () => {
    it.each([
      ["a\\n", "a"],
      ["a", "a"],
      ["a\\n\\n", "a\n"],
      ["a\\r\\n", "a"],
      ["a\\n\\r\\n", "a\n"],
      ["a\\r", "a\r"],
      ["\\n", ""],
      ["", ""],
    ])("strips one final newline of %j", async (text, expected) => {
      const { stdout, stderr } = await run({ command: `printf '${text}'; printf '${text}' >&2` });
      expect({ stdout, stderr }).toEqual({ stdout: expected, stderr: expected });
    });

    it("decodes UTF-8 across chunk borders", async () => {
      const text = "漢é😀".repeat(50_000);
      const file = join(folder, "utf8.txt");
      writeFileSync(file, text);
      expect((await run({ command: `cat '${file}'` })).stdout).toBe(text);
      expect((await run({ command: "printf '\\303'; sleep 0.05; printf '\\251\\377'" })).stdout).toBe("é\uFFFD");
    });

    it("keeps stdout and stderr apart and whole", async () => {
      const { stdout, stderr } = await run({ command: "seq 100000; seq 100000 >&2" });
      expect(stdout.split("\n")).toHaveLength(100_000);
      expect(stderr).toBe(stdout);
    });

    it("waits for a background job that holds stdout", async () => {
      expect((await run({ command: "(sleep 0.2; echo late) & echo first" })).stdout).toBe("first\nlate");
    });

    it("leaves a background job alone that does not", async () => {
      const tag = newTag();
      await run({ command: `sleep ${tag} >/dev/null 2>&1 & echo ok` });
      const left = tagged(tag);
      for (const pid of left) process.kill(pid);
      expect(left).toHaveLength(1);
    });

    it("takes 64 MiB and fails on one byte more, for each stream", async () => {
      const limit = 64 * 2 ** 20;
      expect((await run({ command: `head -c ${limit} /dev/zero` })).stdout).toHaveLength(limit);
      const stdout = await failure({ command: `head -c ${limit + 1} /dev/zero; sleep 30` });
      expect(stdout).toMatchObject({
        failureClass: "tool_runtime",
        message: "stdout went over the limit of 64 MiB (maxOutputBytes)",
      });
      expect((await failure({ command: `head -c ${limit + 1} /dev/zero >&2` })).message).toMatch(/^stderr went over/);
    });

    it("ends an endless writer at once", async () => {
      const begin = performance.now();
      const error = await failure({ command: "echo why >&2; yes", maxOutputBytes: 10_240 });
      expect(error.message).toBe("stdout went over the limit of 10 KiB (maxOutputBytes)");
      expect(error.details.stderr).toBe("why");
      expect(performance.now() - begin).toBeLessThan(1_500);
    });

    it("counts the limit for each stream", async () => {
      expect(await run({ command: "printf 12345; printf 12345 >&2", maxOutputBytes: 5 })).toMatchObject({
        stdout: "12345",
      });
      expect((await failure({ command: "printf 123456", maxOutputBytes: 5 })).message).toContain("limit of 5 bytes");
    });
  });

  describe("exit", () => {
    it("fails on a non-zero exit with the last line of stderr", async () => {
      const error = await failure({ command: "echo out; echo first >&2; echo 'the reason' >&2; echo >&2; exit 3" });
      expect(error).toBeInstanceOf(FlowError);
      expect(error).toMatchObject({
        failureClass: "tool_runtime",
        message: "exit code 3: the reason",
        details: { exitCode: 3, stderr: "first\nthe reason\n" },
      });
    });

    it("has only the code to tell without stderr", async () => {
      expect((await failure({ command: "exit 3" })).message).toBe("exit code 3");
      expect((await failure({ command: "printf ' \\n\\n' >&2; exit 3" })).message).toBe("exit code 3");
    });

    it("cuts the line and drops colours and overwritten progress", async () => {
      const long = await failure({ command: "printf '😀%.0s' $(seq 400) >&2; exit 1" });
      expect(long.message).toBe(`exit code 1: ${"😀".repeat(299)}…`);
      const coloured = await failure({ command: "printf '10%%\\r\\033[31mbad\\033[0m\\n\\033[0m' >&2; exit 1" });
      expect(coloured.message).toBe("exit code 1: bad");
    });

    it("is a result without failOnNonZero", async () => {
      expect(await run({ command: "echo o; echo e >&2; exit 3", failOnNonZero: false })).toEqual({
        stdout: "o",
        stderr: "e",
        exitCode: 3,
        success: false,
      });
      expect(await run({ command: "false", args: [], failOnNonZero: false })).toMatchObject({ exitCode: 1 });
      expect(await run({ command: "exit 255", failOnNonZero: false })).toMatchObject({ exitCode: 255 });
    });

    it.each([true, false])("always fails on 126, 127 and a signal (failOnNonZero %s)", async (failOnNonZero) => {
      const missing = await failure({ command: "nosuch-command --x", failOnNonZero });
      expect(missing.message).toMatch(/^command not found \(exit code 127\): .*nosuch-command/);
      expect(missing).toMatchObject({ failureClass: "tool_runtime", details: { exitCode: 127 } });
      const denied = await failure({ command: "/etc/passwd; exit", failOnNonZero });
      expect(denied.message).toMatch(/^command not executable \(exit code 126\): .*\/etc\/passwd/);
      const killed = await failure({ command: "echo last >&2; kill -SEGV $$", failOnNonZero });
      expect(killed).toMatchObject({
        failureClass: "tool_runtime",
        message: "killed by SIGSEGV: last",
        details: { exitCode: null, stderr: "last" },
      });
    });
  });

  describe("what cannot be started", () => {
    it("is tool_runtime for a program that is not there", async () => {
      const error = await failure({ command: "nosuch-program", args: ["x"] });
      expect(error).toMatchObject({ failureClass: "tool_runtime", message: "program 'nosuch-program' was not found" });
    });

    it("tells a missing interpreter from a missing program", async () => {
      writeFileSync(join(folder, "script"), "#!/nosuch/interpreter\n");
      chmodSync(join(folder, "script"), 0o755);
      const error = await failure({ command: "./script", args: [], workingDir: folder });
      expect(error.message).toBe("program './script' could not be started: its interpreter was not found");
    });

    it("is tool_runtime for a program that is not executable", async () => {
      const error = await failure({ command: "/etc/passwd", args: [] });
      expect(error).toMatchObject({ failureClass: "tool_runtime", message: "program '/etc/passwd' is not executable" });
    });

    it.each([undefined, [] as string[]])("is infra for a bad workingDir (args %j)", async (args) => {
      const missing = await failure({ command: "pwd", args, workingDir: "/nosuch/folder" });
      expect(missing).toMatchObject({ failureClass: "infra", message: "workingDir '/nosuch/folder' does not exist" });
      const file = await failure({ command: "pwd", args, workingDir: "/etc/passwd" });
      expect(file).toMatchObject({ failureClass: "infra", message: "workingDir '/etc/passwd' is not a directory" });
    });

    it("tells of the argument limit", async () => {
      const big = "x".repeat(3 * 2 ** 20);
      for (const options of [
        { command: `: ${big}` },
        { command: "true", args: [big] },
        { command: "true", env: { big } },
      ]) {
        const error = await failure(options);
        expect(error.failureClass).toBe("tool_runtime");
        expect(error.message).toMatch(/argument limit \(E2BIG/);
        expect(error.message.length).toBeLessThan(400);
      }
    });

    it.each([
      [{ command: "echo a\0b" }, "command"],
      [{ command: "ec\0ho", args: [] }, "command"],
      [{ command: "echo", args: ["a", "b\0"] }, "args[1]"],
      [{ command: "echo $1", args: ["\0"] }, "args[0]"],
      [{ command: "true", env: { KEY: "a\0" } }, "env.KEY"],
      [{ command: "true", workingDir: "/\0" }, "workingDir"],
    ])("refuses NUL in %j", async (options, where) => {
      const error = await failure(options);
      expect(error.failureClass).toBe("tool_runtime");
      expect(error.message).toBe(`${where} contains a NUL character, which no argument may have`);
    });
  });

  describe("timeout and abort", () => {
    it("fails with class timeout and what stderr had", async () => {
      const tag = newTag();
      const begin = performance.now();
      const error = await failure({ command: `echo busy >&2; sleep ${tag}`, timeoutMs: 200 });
      expect(error).toMatchObject({
        failureClass: "timeout",
        message: "timed out after 200ms",
        details: { exitCode: null, stderr: "busy" },
      });
      expect(performance.now() - begin).toBeLessThan(1_500);
      expect(tagged(tag)).toEqual([]);
    });

    it("does not fire at once beyond 2^31 ms", async () => {
      expect((await run({ command: "sleep 0.1; echo ok", timeoutMs: 2 ** 31 + 5 })).stdout).toBe("ok");
      expect((await run({ command: "sleep 0.1; echo ok", timeoutMs: Number.POSITIVE_INFINITY })).stdout).toBe("ok");
    });

    it("starts nothing when aborted before", async () => {
      const reason = new FlowError("timeout", "the run is out of time");
      const file = join(folder, "never");
      const result = run({ command: `touch ${file}` }, { signal: AbortSignal.abort(reason) });
      await expect(result).rejects.toBe(reason);
      expect(spawnSync("ls", [file]).status).not.toBe(0);
    });

    it("kills the tree and gives the reason when aborted during", async () => {
      const tag = newTag();
      const controller = new AbortController();
      const reason = new FlowError("infra", "cancelled");
      const result = run({ command: `sleep ${tag} & sleep ${tag}` }, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 150);
      await expect(result).rejects.toBe(reason);
      expect(tagged(tag)).toEqual([]);
    });

    it("gives the reason when aborted right after the call", async () => {
      const tag = newTag();
      const controller = new AbortController();
      const reason = new FlowError("infra", "cancelled");
      const result = run({ command: `sleep ${tag}` }, { signal: controller.signal });
      controller.abort(reason);
      await expect(result).rejects.toBe(reason);
      expect(tagged(tag)).toEqual([]);
    });

    it("leaves the commands of a TERM handler alone while it runs", async () => {
      const command = "trap 'sh -c \"sleep 0.7; echo cleaned >&2\"; exit 0' TERM; while :; do sleep 0.05; done";
      const error = await failure({ command, timeoutMs: 200 });
      expect(error.details.stderr).toMatch(/cleaned$/);
    });

    it("leaves a program time to end by itself, and its output counts", async () => {
      const command = "trap 'sleep 0.3; echo cleaned >&2; exit 0' TERM; while :; do sleep 0.05; done";
      const error = await failure({ command, timeoutMs: 200 });
      expect(error.details.exitCode).toBe(0);
      expect(error.details.stderr).toMatch(/cleaned$/);
    });
  });
});

describe("exec", () => {
  it("never throws synchronously", async () => {
    const broken = exec(step(), undefined as never);
    await expect(broken).rejects.toThrow();
  });

  it("runs 300 at a time without a warning", () => {
    const { stdout } = inNode(`
      const all = Array.from({ length: 300 }, (_, i) =>
        exec(step, { command: "sleep 0.2; echo $1", args: [String(i)], failOnNonZero: true }));
      const results = (await Promise.all(all)).map((result) => result.stdout);
      await new Promise((done) => setTimeout(done, 50));
      console.log(JSON.stringify({ right: results.every((text, i) => text === String(i)), warnings, left: process.listenerCount("exit") }));`);
    expect(JSON.parse(stdout)).toEqual({ right: true, warnings: [], left: 0 });
  });

  it("is infra when files or processes run out", () => {
    const program = `const errors = [];
      const all = Array.from({ length: 60 }, () => exec(step, { command: "sleep 0.3", failOnNonZero: true })
        .catch((error) => errors.push(error.failureClass + ": " + error.message)));
      await Promise.all(all);
      console.log(JSON.stringify([...new Set(errors)]));`;
    const file = join(folder, "limits.mjs");
    writeFileSync(
      file,
      `import { exec } from "${runtimeLib}exec/exec.ts";
      const step = { id: "t", signal: new AbortController().signal, environment: { ...process.env } };\n${program}`,
    );
    const { stdout, stderr } = spawnSync("sh", ["-c", `ulimit -n 60; exec '${process.execPath}' '${file}'`], {
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([
      "infra: program 'sh' could not be started: this process has too many open files (EMFILE)",
    ]);
  });

  it("leaves the process free to end once all is done", () => {
    const begin = performance.now();
    const { status, stdout } = inNode(`
      const error = await exec(step, { command: "sleep 30", timeoutMs: 100, failOnNonZero: true }).catch((e) => e);
      console.log(error.message);`);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "timed out after 100ms\n" });
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

describe("the bundle", () => {
  const bundle = async (define: Record<string, string>) => {
    const { metafile, outputFiles } = await build({
      stdin: { contents: `export { exec } from "${runtimeLib.slice("file://".length)}exec/exec.ts"`, resolveDir: "/" },
      nodePaths: [new URL("../../../node_modules", import.meta.url).pathname],
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      define,
    });
    const inputs = Object.keys(metafile.inputs);
    return {
      execa: inputs.some((path) => path.includes("node_modules/")),
      bytes: outputFiles[0]?.contents.length ?? 0,
    };
  };

  it("holds no execa for POSIX", async () => {
    const { execa, bytes } = await bundle({ FLOWC_TARGET_WINDOWS: "false" });
    expect(execa).toBe(false);
    expect(bytes).toBeLessThan(32_000);
  });

  it("holds execa for Windows", async () => {
    expect(await bundle({ FLOWC_TARGET_WINDOWS: "true" })).toMatchObject({ execa: true });
  });
});

describe("formatDuration", () => {
  it.each([
    [0, "0ms"],
    [250, "250ms"],
    [1_000, "1s"],
    [1_500, "1.5s"],
    [30_000, "30s"],
    [60_000, "1m"],
    [90_000, "1m30s"],
    [7_200_000, "2h"],
    [2 ** 31, "596h31m23.648s"],
  ])("%d", (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));
});
