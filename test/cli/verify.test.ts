import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { flowcHere, root, runProgram } from "../support/flowc.ts";
import { command, copyOf, hello, oneSentence, project, workflowText } from "./project.ts";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const keeper = {
  name: "keeper",
  resources: [{ actionId: "keep", component: { name: "memory", with: { key: "k", value: "v", dbPath: "m.db" } } }],
};
const source = project(hello, { "keeper/workflow.yaml": workflowText(keeper), "resources/more.yaml": "" });

/** A folder with workflow.yaml, keeper/ and dist/ with the bundles of both, made for each test from one build. */
function built() {
  return copyOf(source.path);
}

async function verify(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr, code } = await flowcHere(["verify", ...args], { cwd });
  return [stdout, stderr, code];
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, "utf8");
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
}

/** Writes its own hash into a bundle anew, as whoever forges one would. */
function reseal(text: string): string {
  const bare = text.replace(/"sha256":"[\da-f]{64}"\}$/m, '"sha256":""}');
  return bare.replace('"sha256":""}', `"sha256":"${createHash("sha256").update(bare).digest("hex")}"}`);
}

const ok = `it matches its own hash (flowc ${version})`;

beforeAll(async () => {
  const { code } = await flowcHere(["build", ".", "keeper"], { cwd: source.path });
  expect(code).toBe(0);
  return () => source[Symbol.dispose]();
});

describe.concurrent("flowc verify of an untouched bundle", () => {
  test("is ok by itself and with its workflow", async () => {
    using folder = built();
    expect(await verify(folder.path, "dist/hello.mjs")).toEqual([`ok  dist/hello.mjs: ${ok}\n`, "", 0]);
    const rebuilt = `what flowc ${version} makes of`;
    expect(await verify(folder.path, "dist/keeper.mjs", "keeper")).toEqual([
      `ok  dist/keeper.mjs: ${rebuilt} keeper/workflow.yaml\n`,
      "",
      0,
    ]);
  });

  test.each([
    [["--minify"]],
    [["--sourcemap"]],
    [["--minify", "--sourcemap", "--platform", "win32-x64"]],
    [["--platform", "linux-arm64", "--target", "mcp"]],
    [["--target", "github-action", "--minify"]],
  ])("is built again with the options it was built with: %j", async (options) => {
    using folder = built();
    const { code } = await flowcHere(["build", "keeper", "-o", "out", ...options], { cwd: folder.path });
    expect(code).toBe(0);
    const [stdout] = await verify(folder.path, "out", "keeper");
    expect(stdout).toBe(`ok  out/keeper.mjs: what flowc ${version} makes of keeper/workflow.yaml\n`);
  });

  test("goes under any name, and through a link", async () => {
    using folder = built();
    const dist = join(folder.path, "dist");
    renameSync(join(dist, "keeper.mjs"), join(dist, "other.mjs"));
    symlinkSync("dist/other.mjs", join(folder.path, "link"));
    expect(await verify(folder.path, "link", "keeper/workflow.yaml")).toMatchObject([
      expect.stringMatching(/^ok {2}link: what flowc/),
      "",
      0,
    ]);
  });

  test("is never run", async () => {
    using folder = built();
    const bundle = join(folder.path, "dist", "hello.mjs");
    const ran = join(folder.path, "ran");
    const touch = `process.getBuiltinModule("fs").writeFileSync(${JSON.stringify(ran)}, "");`;
    edit(bundle, (text) => reseal(text.replace("const { node, napi }", `${touch}\n  const { node, napi }`)));
    expect((await verify(folder.path, "dist/hello.mjs"))[2]).toBe(0);
    expect((await verify(folder.path, "dist/hello.mjs", "."))[2]).toBe(1);
    expect(existsSync(ran)).toBe(false);
    expect((await runProgram(bundle, [])).stdout).toBe("hello\n");
    expect(existsSync(ran)).toBe(true);
  });
});

describe.concurrent("flowc verify of one that was changed", () => {
  const changes: readonly (readonly [string, (text: string) => string])[] = [
    ["a letter", (text) => text.replace("echo hello", "echo hullo")],
    ["a download that broke off", (text) => text.slice(0, 5000)],
    ["code behind it", (text) => `${text}evil();\n`],
    ["a comment before it", (text) => `// licence\n${text}`],
    ["a byte order mark", (text) => `\ufeff${text}`],
    ["no shebang", (text) => text.slice(text.indexOf("\n") + 1)],
    ["another version of the compiler in it", (text) => text.replace(`"${version}"`, '"0.0.9"')],
    ["no hash", (text) => text.replace(/,"sha256":"[\da-f]+"\}$/m, "}")],
    ["a provenance that is not JSON", (text) => text.replace('{"name"', '{name"')],
    ["another provenance in front", (text) => `#!/usr/bin/env node\n${text.split("\n")[1]}\n${text}`],
    ["two lines in another order", (text) => text.replace(/^(.*\n)(.*\n)/, "$2$1")],
  ];

  test.each(changes)("%s", async (_what, change) => {
    using folder = built();
    edit(join(folder.path, "dist", "hello.mjs"), change);
    const told = "tampered  dist/hello.mjs: its bytes are not those that flowc wrote\n";
    expect(await verify(folder.path, "dist/hello.mjs")).toEqual([told, "", 1]);
    expect(await verify(folder.path, "dist/hello.mjs", ".")).toEqual([told, "", 1]);
  });

  test("line ends, and who may have done it", async () => {
    using folder = built();
    edit(join(folder.path, "dist", "hello.mjs"), (text) => text.replaceAll("\n", "\r\n"));
    const told = /^tampered {2}dist\/hello\.mjs: its line ends were changed to CRLF \(git's autocrlf [^\n]*\)\n$/;
    expect(await verify(folder.path, "dist/hello.mjs")).toMatchObject([expect.stringMatching(told), "", 1]);
  });

  test("what lies beside it", async () => {
    using folder = built();
    const dist = join(folder.path, "dist");
    const addon = readdirSync(dist).find((name) => name.endsWith(`-${process.arch}.node`)) ?? "";
    appendFileSync(join(dist, addon), "x");
    const changed = `tampered  dist/keeper.mjs: ${addon} beside it was changed\n`;
    expect(await verify(folder.path, "dist/keeper.mjs")).toEqual([changed, "", 1]);
    rmSync(join(dist, addon));
    appendFileSync(join(dist, "keeper.d.mts"), "x");
    const both = `tampered  dist/keeper.mjs: ${addon} beside it is missing; keeper.d.mts beside it was changed\n`;
    expect(await verify(folder.path, "dist/keeper.mjs")).toEqual([both, "", 1]);
    expect((await verify(folder.path, "dist/hello.mjs"))[2]).toBe(0);
  });

  test.each<readonly [readonly string[], readonly string[]]>([
    [["--docker"], ["hello.d.mts", "hello.licenses.txt", "Dockerfile", ".dockerignore", "compose.yaml"]],
    [
      ["--docker", "--platform", "linuxmusl-arm64", "--sourcemap"],
      ["hello.mjs.map", "Dockerfile", "compose.yaml"],
    ],
    [["--target", "github-action"], ["action.yml"]],
  ])("every file that a build with %j wrote beside it", async (options, names) => {
    using folder = built();
    const env = { SOURCE_DATE_EPOCH: "1700000000" };
    const { code } = await flowcHere(["build", ".", "-o", "out", ...options], { cwd: folder.path, env });
    expect(code).toBe(0);
    const made = `ok  out/hello.mjs: what flowc ${version} makes of workflow.yaml\n`;
    expect(await verify(folder.path, "out/hello.mjs", "workflow.yaml")).toEqual([made, "", 0]);
    for (const name of names) {
      const path = join(folder.path, "out", name);
      const text = readFileSync(path);
      appendFileSync(path, "\n");
      const changed = `tampered  out/hello.mjs: ${name} beside it was changed\n`;
      expect(await verify(folder.path, "out/hello.mjs")).toEqual([changed, "", 1]);
      rmSync(path);
      const gone = `tampered  out/hello.mjs: ${name} beside it is missing\n`;
      expect(await verify(folder.path, "out")).toEqual([gone, "", 1]);
      writeFileSync(path, text);
    }
    expect((await verify(folder.path, "out"))[2]).toBe(0);
  });

  test("a Dockerfile with both hashes made anew: only building it again tells", async () => {
    using folder = built();
    const { code } = await flowcHere(["build", ".", "-o", "out", "--docker"], { cwd: folder.path });
    expect(code).toBe(0);
    const dockerfile = join(folder.path, "out", "Dockerfile");
    const hash = () => createHash("sha256").update(readFileSync(dockerfile)).digest("hex");
    const before = hash();
    appendFileSync(dockerfile, "RUN evil\n");
    edit(join(folder.path, "out", "hello.mjs"), (text) => reseal(text.replace(before, hash())));
    expect((await verify(folder.path, "out"))[2]).toBe(0);
    const told = `tampered  out/hello.mjs: not what flowc ${version} makes of workflow.yaml\n`;
    expect(await verify(folder.path, "out/hello.mjs", "workflow.yaml")).toEqual([told, "", 1]);
  });

  test("with its hash made anew: only building it again tells", async () => {
    using folder = built();
    edit(join(folder.path, "dist", "hello.mjs"), (text) => reseal(text.replace("echo hello", "echo hullo")));
    expect((await verify(folder.path, "dist/hello.mjs"))[2]).toBe(0);
    const told = `tampered  dist/hello.mjs: not what flowc ${version} makes of workflow.yaml\n`;
    expect(await verify(folder.path, "dist/hello.mjs", ".")).toEqual([told, "", 1]);
  });

  test.each([
    ["a platform", '"platform":"posix"', '"platform":"../x"'],
    ["a target", '"target":"command"', '"target":"constructor"'],
  ])("that claims %s there is not", async (_what, from, to) => {
    using folder = built();
    edit(join(folder.path, "dist", "hello.mjs"), (text) => reseal(text.replace(from, to)));
    expect(await verify(folder.path, "dist/hello.mjs", ".")).toMatchObject([expect.stringMatching(/^tampered/), "", 1]);
  });
});

describe.concurrent("flowc verify of a stale bundle", () => {
  test("other sources", async () => {
    using folder = built();
    appendFileSync(join(folder.path, "workflow.yaml"), "\n");
    const told = "stale  dist/hello.mjs: workflow.yaml or a file that it is made with has changed since\n";
    expect(await verify(folder.path, "dist/hello.mjs", ".")).toEqual([told, "", 1]);
    expect((await verify(folder.path, "dist/hello.mjs"))[2]).toBe(0);
    writeFileSync(join(folder.path, "workflow.yaml"), "resources: {");
    expect(await verify(folder.path, "dist/hello.mjs", ".")).toMatchObject([expect.stringMatching(/^stale /), "", 1]);
  });

  test.each([
    ["a resource", "resources/more.yaml", "actionId: more\nexec: {command: echo more}\n"],
    ["a component", "components/new/component.yaml", "metadata: {name: new}\nresources: []\n"],
  ])("%s that has come", async (_what, name, text) => {
    using folder = built();
    mkdirSync(join(folder.path, name, ".."), { recursive: true });
    writeFileSync(join(folder.path, name), text);
    expect(await verify(folder.path, "dist/hello.mjs", ".")).toMatchObject([expect.stringMatching(/^stale /), "", 1]);
  });

  test("a script that has changed", async () => {
    const resources = [{ actionId: "main", python: { scriptFile: "a.py" } }];
    using folder = project({ name: "py", resources }, { "a.py": "print(1)" });
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
    expect((await verify(folder.path, "dist/py.mjs", "."))[2]).toBe(0);
    writeFileSync(join(folder.path, "a.py"), "print(2)");
    expect(await verify(folder.path, "dist/py.mjs", ".")).toMatchObject([expect.stringMatching(/^stale /), "", 1]);
  });

  test.each([
    [
      "another version",
      `"compilerVersion":"${version}"`,
      '"compilerVersion":"0.0.9"',
      `flowc 0.0.9 wrote it, this is ${version}`,
    ],
    [
      "another build",
      '"compilerBuild":"',
      '"compilerBuild":"x',
      `flowc ${version} wrote it, this is another build of ${version}`,
    ],
  ])("%s of flowc", async (_what, from, to, why) => {
    using folder = built();
    edit(join(folder.path, "dist", "hello.mjs"), (text) => reseal(text.replace(from, to)));
    expect(await verify(folder.path, "dist/hello.mjs", ".")).toEqual([`stale  dist/hello.mjs: ${why}\n`, "", 1]);
  });

  test("another workflow", async () => {
    using folder = built();
    const told = 'stale  dist/hello.mjs: keeper/workflow.yaml is the workflow "keeper", the bundle is of "hello"\n';
    expect(await verify(folder.path, "dist/hello.mjs", "keeper")).toEqual([told, "", 1]);
  });
});

describe.concurrent("flowc verify of a folder", () => {
  test("tells of each bundle, and of those that were never built", async () => {
    using folder = project({ name: "flows", resources: [command("main", "echo")] });
    for (const name of ["a", "b", "c"]) {
      mkdirSync(join(folder.path, "flows", name), { recursive: true });
      writeFileSync(join(folder.path, "flows", name, "workflow.yaml"), workflowText({ ...hello, name }));
    }
    expect((await flowcHere(["build", "flows/a", "flows/b", "."], { cwd: folder.path })).code).toBe(0);
    appendFileSync(join(folder.path, "dist", "b.mjs"), "x");
    expect(await verify(folder.path, "dist", "flows")).toEqual([
      [
        `ok        dist/a.mjs: what flowc ${version} makes of flows/a/workflow.yaml`,
        "tampered  dist/b.mjs: its bytes are not those that flowc wrote",
        'stale     dist/flows.mjs: no workflow of flows is called "flows"',
        "stale     dist/c.mjs: flows/c/workflow.yaml has not been built\n",
      ].join("\n"),
      "",
      1,
    ]);
  });

  test("knows a workflow's bundle by its name inside, whatever its file is called", async () => {
    using folder = project(hello);
    expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
    renameSync(join(folder.path, "dist", "hello.mjs"), join(folder.path, "dist", "other.mjs"));
    expect(await verify(folder.path, "dist", ".")).toEqual([
      `ok  dist/other.mjs: what flowc ${version} makes of workflow.yaml\n`,
      "",
      0,
    ]);
  });

  test("takes of two workflows with one name the one that the bundle was made from", async () => {
    const other = workflowText({ name: "hello", resources: [command("main", "echo other")] });
    using folder = project("", { "flows/a/workflow.yaml": workflowText(hello), "flows/b/workflow.yaml": other });
    expect((await flowcHere(["build", "flows/b"], { cwd: folder.path })).code).toBe(0);
    const made = `ok  dist/hello.mjs: what flowc ${version} makes of flows/b/workflow.yaml\n`;
    expect(await verify(folder.path, "dist", "flows")).toEqual([made, "", 0]);
  });

  test("as JSON, with what the bundles say of themselves", async () => {
    using folder = built();
    const { stdout, code } = await flowcHere(["verify", "dist", "--format", "json"], { cwd: folder.path });
    expect(code).toBe(0);
    const describe = JSON.parse((await flowcHere(["build", ".", "--describe"], { cwd: folder.path })).stdout);
    const { effects, sourceHash, compilerVersion } = describe;
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      bundles: [
        {
          file: "dist/hello.mjs",
          status: "ok",
          reasons: [{ code: "unchanged" }],
          provenance: { name: "hello", sourceHash, compilerVersion, options: { platform: "posix" } },
        },
        { file: "dist/keeper.mjs", provenance: { effects: { memory: ["k"] } } },
      ],
    });
    expect(effects.commands).toEqual(["echo hello"]);
    appendFileSync(join(folder.path, "dist", "hello.mjs"), "x");
    const changed = await flowcHere(["verify", "dist/hello.mjs", "--format", "json"], { cwd: folder.path });
    expect(JSON.parse(changed.stdout).bundles).toMatchObject([{ status: "tampered", provenance: null }]);
  });
});

describe.concurrent("flowc verify of what is not a bundle", () => {
  test.each<readonly [string, readonly string[], RegExp]>([
    ["nothing", [], /verify needs a bundle or a folder of bundles/],
    ["an empty path", [""], /the path is empty/],
    ["one path too many", ["a", "b", "c"], /found "c" beside them/],
    ["a format that does not exist", ["dist", "--format", "sarif"], /--format takes text or json, not "sarif"/],
    ["a missing file", ["missing.mjs"], /no such file or folder: missing\.mjs/],
    ["a missing workflow", ["dist", "missing"], /no such file or folder: missing/],
    ["a folder without bundles", ["keeper"], /no bundles \(\*\.mjs\) in the folder: keeper/],
    ["a workflow", ["workflow.yaml"], /workflow\.yaml is not a bundle of flowc, or is older/],
    ["an empty file", ["resources/more.yaml"], /is not a bundle of flowc/],
    ["an addon", ["binary"], /binary is not a bundle of flowc/],
    ["3 GiB", ["huge"], /huge is larger than 64 MiB/],
    ["a device", ["/dev/zero"], /\/dev\/zero is not a regular file/],
    ["a pipe", ["pipe"], /pipe is not a regular file/],
    ["a provenance from another time", ["newer.mjs"], /newer\.mjs holds a provenance that this flowc cannot read/],
  ])("%s", async (_what, args, message) => {
    using folder = built();
    const at = (name: string) => join(folder.path, name);
    writeFileSync(at("binary"), randomBytes(100_000));
    writeFileSync(at("huge"), "");
    truncateSync(at("huge"), 3 * 1024 ** 3);
    execFileSync("mkfifo", [at("pipe")]);
    cpSync(at("dist/hello.mjs"), at("newer.mjs"));
    edit(at("newer.mjs"), (text) => reseal(text.replace('{"name"', '{"kind":2,"nom"')));
    const [stdout, stderr, code] = await verify(folder.path, ...args);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(message);
    expect([stdout, code]).toEqual(["", 2]);
  });
});

describe.concurrent("flowc verify of a folder with other things in it", () => {
  const noBundle = "it is not a bundle of flowc, or is older than provenance";

  test("judges what is a bundle, and says what is none", async () => {
    using folder = built();
    const at = (name: string) => join(folder.path, "dist", name);
    writeFileSync(at("a.mjs"), 'console.log("// flowc-provenance {}");\n');
    mkdirSync(at("b.mjs"));
    execFileSync("mkfifo", [at("c.mjs")]);
    cpSync(at("hello.mjs"), at("d.mjs"));
    edit(at("d.mjs"), (text) => reseal(text.replace('{"name"', '{"kind":2,"nom"')));
    symlinkSync("nowhere", at("e.mjs"));
    const newer = "it holds a provenance that this flowc cannot read; a newer one may have written it";
    const others = [
      `unknown  dist/a.mjs: ${noBundle}`,
      "unknown  dist/b.mjs: it is not a regular file",
      "unknown  dist/c.mjs: it is not a regular file",
      `unknown  dist/d.mjs: ${newer}`,
      "unknown  dist/e.mjs: it cannot be read: no such file or folder",
    ];
    const bundles = [`ok       dist/hello.mjs: ${ok}`, `ok       dist/keeper.mjs: ${ok}`];
    const lines = [...others, ...bundles].join("\n");
    expect(await verify(folder.path, "dist")).toEqual([`${lines}\n`, "", 2]);
    edit(at("hello.mjs"), (text) => text.replace("echo hello", "echo hullo"));
    const [stdout, , code] = await verify(folder.path, "dist");
    expect(stdout).toContain("tampered  dist/hello.mjs: its bytes are not");
    expect(code).toBe(1);
    const [json] = await verify(folder.path, "dist", "--format", "json");
    const { bundles: told } = JSON.parse(String(json));
    expect(told.map(({ status }: { readonly status: string }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => "unknown"),
      "tampered",
      "ok",
    ]);
    expect(told[0]).toEqual({
      file: "dist/a.mjs",
      status: "unknown",
      reasons: [{ code: "no-bundle", message: noBundle }],
      provenance: null,
    });
    expect(told[4].reasons[0].code).toBe("unreadable");
  });

  test.skipIf(process.getuid?.() === 0)("one that may not be read", async () => {
    using folder = built();
    chmodSync(join(folder.path, "dist", "hello.mjs"), 0);
    const [stdout, , code] = await verify(folder.path, "dist");
    expect(stdout).toContain("unknown  dist/hello.mjs: it cannot be read: permission denied\n");
    expect(code).toBe(2);
  });
});

test("nothing in a workflow leaves the comment that its provenance is in, or leads verify elsewhere", async () => {
  const name = "x\u2028\r\n*/ evil(); //# sourceMappingURL=x é😀 \ud800";
  using folder = project({ name, resources: [command("main", `echo '\u2029","sha256":"'`)] });
  expect((await flowcHere(["build", "."], { cwd: folder.path })).code).toBe(0);
  const [stdout, stderr, code] = await verify(folder.path, "dist", ".");
  expect([stdout, stderr, code]).toEqual([expect.stringMatching(/^ok {2}dist\/[^\n]*workflow\.yaml\n$/), "", 0]);
  const bundle = join(folder.path, "dist", (stdout as string).match(/dist\/([^:]+):/)?.[1] ?? "");
  expect(readFileSync(bundle, "utf8").split("\n")[1]).toMatch(/^\/\/ flowc-provenance [ -~]+$/);
  edit(bundle, (text) => reseal(text.replace(/"files":\{"/, '"files":{"../')));
  expect(await verify(folder.path, bundle)).toMatchObject(["", expect.stringMatching(oneSentence), 2]);
});
