import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sha256 } from "../../compiler/5-bundle/seal.ts";
import { executableName, makeExecutable, UnfitNode } from "../../compiler/6-ship/executable.ts";
import { eventsOf, flowc, root, runProgram, temporaryFolder } from "../support/flowc.ts";
import { nodeProgram } from "../support/nodes.ts";
import { hasProgram } from "../support/programs.ts";
import { command, copyOf, hello, oneSentence, project, workflowText } from "./project.ts";

// An executable has 120 MB and takes seconds to make: these few are made once, and run where nothing else is.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const memory = (action: string) => ({
  component: { name: "memory", with: { action, key: "k", value: "{{ get('say') }}", dbPath: "{{ get('db') }}" } },
});
const keeper = {
  name: "keeper",
  resources: [
    command("say", "echo kept"),
    { actionId: "store", requires: ["say"], ...memory("store") },
    { actionId: "main", requires: ["store"], ...memory("retrieve") },
  ],
};
const server = {
  name: "server",
  settings: { apiServer: { routes: [{ path: "/hello", methods: ["GET"] }] } },
  resources: [command("main", "echo served", { validations: { routes: ["/hello"] } })],
};
const kept = '{"success":true,"key":"k","value":"kept"}\n';
/** Another user where that is possible: nothing of the builder's may be needed. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const nowhere = { HOME: "/nonexistent", XDG_CACHE_HOME: "", TMPDIR: "/nonexistent" };

let built: ReturnType<typeof project>;
let moved: ReturnType<typeof temporaryFolder>;
let dist: string;
/** Holds the executables alone. */
let programs: string;
/** A folder of the user who runs them. */
let home: string;

beforeAll(async () => {
  built = project(keeper, { "server/workflow.yaml": workflowText(server) });
  const { code, stderr } = await flowc(["build", ".", "server", "--exe", "--attest", "--sbom", "cyclonedx"], {
    cwd: built.path,
  });
  expect(code, stderr).toBe(0);
  moved = temporaryFolder();
  [dist, programs, home] = [join(built.path, "dist"), join(moved.path, "programs"), join(moved.path, "home")];
  chmodSync(moved.path, 0o755);
  mkdirSync(programs);
  for (const name of ["keeper", "server"].map(executableName)) copyFileSync(join(dist, name), join(programs, name));
  chmodSync(programs, 0o555);
  mkdirSync(home, 0o700);
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
});
afterAll(() => {
  if (programs !== undefined) chmodSync(programs, 0o755);
  moved?.[Symbol.dispose]();
  built?.[Symbol.dispose]();
});

/** Starts an executable from a folder that holds nothing else, with this environment and no other. */
function start(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, folder = programs): ChildProcess {
  return spawn(join(folder, executableName(name)), args, { cwd: folder, env, ...user, stdio: "pipe" });
}

async function outcome(child: ChildProcess) {
  const ended = new Promise<number | null>((resolve) => void child.on("close", resolve));
  child.stdin?.end();
  const output = [child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream)));
  const [stdout = "", stderr = ""] = await Promise.all(output);
  return { stdout, stderr, code: await ended };
}

const run = (...given: Parameters<typeof start>) => outcome(start(...given));
const database = (name: string) => ["--input", `db=${join(home, name)}`, "--step-output", "none"];

describe("an executable", () => {
  test("lies beside the bundle of its workflow, of each of several", () => {
    const names = ["keeper", "server"].flatMap((name) => [executableName(name), `${name}.mjs`]);
    expect(readdirSync(dist)).toEqual(expect.arrayContaining(names));
    expect(statSync(join(dist, executableName("keeper"))).mode & 0o777).toBe(0o755);
  });

  test("brings Node's licence", () => {
    const text = readFileSync(join(dist, "node.license.txt"), "utf8");
    expect(text).toMatch(`The executables beside this file hold Node ${process.versions.node}.`);
    expect(text).toContain("Node.js is licensed for use as follows:");
  });

  test("is named in the bill of materials with its Node, and attested", async () => {
    const read = (name: string) => JSON.parse(readFileSync(join(dist, name), "utf8"));
    const { node } = process.versions;
    const inBill = { type: "platform", name: "node", version: node, purl: `pkg:generic/node@${node}` };
    expect(read("keeper.cdx.json").components.at(-1)).toMatchObject(inBill);
    const { subject, predicate } = read("keeper.intoto.json");
    expect(subject.map(({ name }: { name: string }) => name)).toContain(executableName("keeper"));
    expect(predicate.buildDefinition.resolvedDependencies[1]).toEqual({
      name: "node",
      uri: `pkg:generic/node@${node}`,
      digest: { sha256: sha256(readFileSync(process.execPath)) },
    });
  });

  test("is verified against its attestation, and built again with its sources", async () => {
    const verify = async (...args: readonly string[]) => {
      const { stdout, stderr, code } = await flowc(["verify", ...args], { cwd: built.path });
      return [stdout.replace(/^(\w+ ).*: /, "$1"), stderr, code];
    };
    const statement = ["--attestation", "dist/keeper.intoto.json"];
    const attested = "attested by dist/keeper.intoto.json";
    expect(await verify(join(programs, executableName("keeper")), ...statement)).toEqual([`ok ${attested}\n`, "", 0]);
    const program = join("dist", executableName("keeper"));
    const rebuilt = expect.stringMatching(`^ok what flowc \\S+ makes of workflow\\.yaml; ${attested}\n$`);
    expect(await verify(program, "workflow.yaml", ...statement)).toEqual([rebuilt, "", 0]);
    const changed = join(moved.path, "changed");
    const bytes = readFileSync(join(built.path, program));
    bytes.write("Kept", bytes.lastIndexOf("kept"));
    writeFileSync(changed, bytes);
    const none = "tampered dist/keeper.intoto.json attests no file with these bytes\n";
    expect(await verify(changed, ...statement)).toEqual([none, "", 1]);
    const told = join(moved.path, "keeper.intoto.json");
    const text = readFileSync(join(dist, "keeper.intoto.json"), "utf8");
    writeFileSync(told, text.replace(sha256(readFileSync(join(built.path, program))), sha256(bytes)));
    const forged = expect.stringMatching(/^tampered not what flowc \S+ makes of workflow\.yaml\n$/);
    expect(await verify(changed, "workflow.yaml", "--attestation", told)).toEqual([forged, "", 1]);
  });

  test.skipIf(process.platform !== "linux" || !hasProgram("ldd"))(
    "loads what the documentation says, and no more",
    () => {
      const { stdout } = spawnSync("ldd", [join(dist, executableName("keeper"))], { encoding: "utf8" });
      const libraries = new Set([...stdout.matchAll(/^\s*(lib[^.]+)\.so\S* =>/gm)].map(([, name]) => name));
      const ofGlibc = ["libc", "libdl", "libm", "libpthread"];
      const page = readFileSync(join(root, "docs", "executables.md"), "utf8");
      for (const name of ["libstdc++", "libgcc_s"]) expect(page).toContain(name);
      expect([...libraries].filter((name) => !ofGlibc.includes(name ?? "")).sort()).toEqual(["libgcc_s", "libstdc++"]);
    },
  );

  test("runs alone, with an empty environment, in a folder that nobody can write to, and again", async () => {
    for (const _ of [1, 2]) {
      expect(await run("keeper", database("twice.db"))).toEqual({ stdout: kept, stderr: "", code: 0 });
    }
    expect(readdirSync(programs).sort()).toEqual(["keeper", "server"].map(executableName));
  });

  test("tells the same events and describes itself like the bundle", async () => {
    const bundle = (args: readonly string[]) => runProgram(join(dist, "keeper.mjs"), args);
    const kinds = (stderr: string) => eventsOf(stderr).map(({ event, actionId }) => [event, actionId]);
    const plain = await bundle(["--events", "--input", `db=${join(built.path, "plain.db")}`]);
    expect(kinds((await run("keeper", ["--events", ...database("events.db")])).stderr)).toEqual(kinds(plain.stderr));
    for (const flag of ["--describe", "--help", "--version"])
      expect((await run("keeper", [flag])).stdout).toBe((await bundle([flag])).stdout);
  });

  test("takes no options of Node's", async () => {
    for (const args of [["--eval", "1"], ["--inspect"], ["-p", "1"], ["program.js"]]) {
      const { stdout, stderr, code } = await run("keeper", args);
      expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
      expect(stderr).toMatch(oneSentence);
    }
  });

  test("takes Node's permissions from the environment: what they refuse fails as preflight", async () => {
    const answer = (options: string) => {
      const env = { NODE_OPTIONS: `--permission --disable-warning=SecurityWarning ${options}` };
      return run("server", ["--request", "GET /hello", "--events"], env);
    };
    const refused = await answer("");
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(eventsOf(refused.stderr).at(-1)).toMatchObject({ event: "workflow.failed", failureClass: "preflight" });
    expect(await answer("--allow-child-process")).toMatchObject({ code: 0, stdout: "served\n" });
  });

  test("keeps its addon in the user's cache, whole and for nobody else, and mends it", async () => {
    const env = { HOME: home };
    expect((await run("keeper", database("cached.db"), env)).stdout).toBe(kept);
    const cache = join(home, ".cache", "flowc", "addons");
    const [name = "", ...others] = readdirSync(cache);
    const file = join(cache, name);
    const whole = readFileSync(join(dist, name));
    expect(others).toEqual([]);
    expect([statSync(cache).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(file).equals(whole)).toBe(true);
    writeFileSync(file, "not an addon");
    expect((await run("keeper", database("cached.db"), { ...env, TMPDIR: "/nonexistent" })).stdout).toBe(kept);
    expect(readFileSync(file).equals(whole)).toBe(true);
  });

  test("loads nothing from a cache that others can write to", async () => {
    const cache = join(home, "open");
    mkdirSync(join(cache, "flowc", "addons"), { recursive: true });
    for (const folder of [cache, join(cache, "flowc"), join(cache, "flowc", "addons")]) {
      if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
    }
    chmodSync(cache, 0o777);
    const { stderr, code } = await run("keeper", database("open.db"), { ...nowhere, XDG_CACHE_HOME: cache });
    expect(stderr).toContain(`others may write to ${join(cache, "flowc", "addons")}`);
    expect(code).toBe(1);
    expect(readdirSync(join(cache, "flowc", "addons"))).toEqual([]);
  });

  test("without a folder for the addon it says so before anything runs; beside it the addon will do", async () => {
    const args = database("nowhere.db");
    const { stdout, stderr, code } = await run("keeper", args, nowhere);
    expect(stderr).toMatch(/^error: this executable needs a folder [^\n]*TMPDIR[^\n]* \[preflight\]\n$/);
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
    const told = eventsOf((await run("keeper", ["--events", ...args], nowhere)).stderr);
    expect(told.map(({ event, failureClass }) => [event, failureClass])).toEqual([["workflow.failed", "preflight"]]);
    const beside = join(moved.path, "beside");
    mkdirSync(beside);
    linkSync(join(programs, executableName("keeper")), join(beside, executableName("keeper")));
    for (const name of readdirSync(dist).filter((file) => file.endsWith(".node")))
      copyFileSync(join(dist, name), join(beside, name));
    expect(await run("keeper", args, nowhere, beside)).toEqual({ stdout: kept, stderr: "", code: 0 });
  });

  test("serves until SIGTERM", async () => {
    const child = start("server", ["--port", "0"]);
    const ended = outcome(child);
    const line = await new Promise<string>((resolve) =>
      child.stderr?.once("data", (chunk: Buffer) => resolve(String(chunk))),
    );
    try {
      const url = /listens on (\S+)/.exec(line)?.[1] ?? "";
      expect(await (await fetch(`${url}/hello`)).json()).toEqual({ success: true, response: "served" });
    } finally {
      child.kill("SIGTERM");
    }
    expect((await ended).code).toBe(0);
  });
});

describe("flowc build --exe", () => {
  test("gives the same bytes from another folder and time zone", async () => {
    using copy = copyOf(built.path);
    const out = join(copy.path, "out");
    const env = { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8", NODE_OPTIONS: "--max-old-space-size=500" };
    expect((await flowc(["build", copy.path, "--exe", "-o", out], { cwd: "/", env })).code).toBe(0);
    const name = executableName("keeper");
    expect(readFileSync(join(out, name)).equals(readFileSync(join(dist, name)))).toBe(true);
  });

  test("--target mcp: a server for agents, by a Node that makes executables itself where there is one", async () => {
    using folder = project({ ...keeper, name: "tool" });
    const args = ["build", ".", "--exe", "--target", "mcp"];
    const { code, stderr } = await flowc(args, { cwd: folder.path, node: nodeProgram(26) ?? process.execPath });
    expect(code, stderr).toBe(0);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ command: join(folder.path, "dist", executableName("tool")) }));
    const answer = await client.callTool({ name: "tool", arguments: { db: join(folder.path, "m.db") } });
    expect(answer).toMatchObject({ content: [{ text: kept.trim() }] });
    await client.close();
  });

  test.each<readonly [string, readonly string[], RegExp]>([
    ["another platform", ["--platform", "darwin-arm64"], /--exe packs the Node that runs flowc, which is for /],
    [
      "a name that is also a bundle's",
      ["other"],
      /the executable of other\/workflow\.yaml would be written as hello\.mjs, like another file/,
    ],
  ])("%s is refused before anything is made", async (_what, args, message) => {
    using folder = project(hello, { "other/workflow.yaml": workflowText({ ...hello, name: "hello.mjs" }) });
    const { stderr, code } = await flowc(["build", ".", "--exe", ...args], { cwd: folder.path });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test("no folder for temporary files: one sentence, nothing written", async () => {
    using folder = project(hello);
    const env = { TMPDIR: join(folder.path, "missing"), TEMP: join(folder.path, "missing") };
    const { stderr, code } = await flowc(["build", ".", "--exe"], { cwd: folder.path, env });
    expect(stderr).toMatch(/^error: cannot make executables in .*missing/);
    expect(stderr).toMatch(oneSentence);
    expect(code).toBe(2);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test.each([
    ["is missing", undefined, /addon\.node/],
    ["does not load in it", "no addon", /addon\.node: \S.*/],
  ])("a program whose addon %s is not made, and the reason is given", async (_what, content, reason) => {
    using folder = temporaryFolder();
    const addon = join(folder.path, "addon.node");
    if (content !== undefined) writeFileSync(addon, content);
    const files = [
      { kind: "text", name: "x.mjs", text: "", executable: true },
      { kind: "copy", name: "x.node", from: addon },
    ] as const;
    const made = makeExecutable({ fileName: "x", files, folder: join(folder.path, "made") });
    const error = await made.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnfitNode);
    expect((error as Error).message).toMatch(/ cannot be made an executable: [^\n]+$/);
    expect((error as Error).message).toMatch(reason);
  });
});
