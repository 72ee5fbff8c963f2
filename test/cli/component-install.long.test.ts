import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowc } from "../support/flowc.ts";
import { oneSentence, project } from "./project.ts";

const greet = `metadata: { name: greet, version: 1.2.0, description: Says hello. }
interface:
  inputs:
    - { name: who, type: string, required: true, description: Whom to greet. }
    - { name: times, type: int, default: 1 }
resources:
  - actionId: say
    exec: { command: 'echo "Hello $1"', args: ["{{ get('who') }}"] }
`;

/** A workflow that calls greet, and files beside it. */
function workflow(files: Readonly<Record<string, string>> = {}) {
  const call = { actionId: "call", component: { name: "greet", with: { who: "you" } } };
  return project({ resources: [call] }, files);
}

function install(folder: string, ...args: readonly string[]) {
  return flowc(["component", "install", ...args], { cwd: folder });
}

describe.concurrent("flowc component install PATH", () => {
  test("copies a folder, which then runs", async () => {
    using folder = workflow({
      "lib/greet/component.yaml": greet,
      "lib/greet/data/words.txt": "x",
      "lib/greet/node_modules/x": "",
    });
    expect(await install(folder.path, "./lib/greet")).toMatchObject({
      stdout: "greet 1.2.0 installed in components/greet\n",
      stderr: "",
      code: 0,
    });
    expect(readdirSync(join(folder.path, "components/greet")).sort()).toEqual(["component.yaml", "data"]);
    expect(readdirSync(join(folder.path, "components"))).toEqual(["greet"]);
    expect((await flowc(["run", "."], { cwd: folder.path })).stdout).toBe("Hello you\n");
  });

  test("takes the name from the manifest, the workflow from --dir, and keeps what may be executed", async () => {
    using folder = workflow();
    using lib = project("", { "package/component.yaml": greet, "package/run.sh": "#!/bin/sh\n" });
    chmodSync(join(lib.path, "package/run.sh"), 0o744);
    const { stdout } = await flowc(["component", "install", "./package", "--dir", folder.path], { cwd: lib.path });
    expect(stdout).toBe("greet 1.2.0 installed in components/greet\n");
    const mode = (name: string) => statSync(join(folder.path, "components/greet", name)).mode & 0o777;
    expect([mode("component.yaml"), mode("run.sh")]).toEqual([0o644, 0o755]);
  });

  test("replaces only with --force, and then wholly", async () => {
    using folder = workflow({
      "lib/greet/component.yaml": greet,
      "components/greet/component.yaml": greet,
      "components/greet/old": "",
    });
    const refused = await install(folder.path, "./lib/greet");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      "error: components/greet is there already; --force replaces it\n",
    ]);
    expect((await install(folder.path, "./lib/greet", "--force")).code).toBe(0);
    expect(readdirSync(join(folder.path, "components/greet"))).toEqual(["component.yaml"]);
  });

  test("installs nothing that has errors", async () => {
    using folder = workflow({ "bad/component.yaml": greet.replace("get('who')", "get('whom')") });
    const { stderr, code } = await install(folder.path, "./bad");
    expect(code).toBe(1);
    expect(stderr).toContain("bad/component.yaml:8:");
    expect(stderr).toContain("[unknown-name]");
    expect(stderr).toMatch(/\nerror: the component has errors; nothing was installed\n$/);
    expect(existsSync(join(folder.path, "components"))).toBe(false);
  });

  test.each([
    ["out of the folder", "../../secret", '"data" leads out of the folder "greet"'],
    ["to nothing", "nowhere", '"data" is a link to nothing'],
    ["to a folder around it", ".", '"data" leads out of the folder "greet"'],
    ["to the whole machine", "/", '"data" leads out of the folder "greet"'],
  ])("refuses a link %s", async (_where, target, message) => {
    using folder = workflow({ "lib/greet/component.yaml": greet, secret: "s" });
    symlinkSync(target, join(folder.path, "lib/greet/data"));
    const { stderr, code } = await install(folder.path, "./lib/greet");
    expect([code, stderr]).toEqual([1, `error: ${message}\n`]);
    expect(readdirSync(join(folder.path, "components"))).toEqual([]);
  });

  test("copies what links inside the folder point to", async () => {
    using folder = workflow({ "lib/greet/component.yaml": greet, "lib/greet/one": "1" });
    symlinkSync("one", join(folder.path, "lib/greet/two"));
    expect((await install(folder.path, "./lib/greet")).code).toBe(0);
    expect(readFileSync(join(folder.path, "components/greet/two"), "utf8")).toBe("1");
  });

  test.each([
    ["../up", "metadata: { name: ../up }"],
    [".hidden", "metadata: { name: .hidden }"],
    ["a/b", "metadata: { name: a/b }"],
  ])("refuses the name %s", async (name, metadata) => {
    using folder = workflow({ "lib/component.yaml": greet.replace(/^metadata.*/, metadata) });
    const { stderr, code } = await install(folder.path, "./lib");
    expect([code, stderr]).toEqual([1, `error: no folder can be called "${name}"; nothing was installed\n`]);
  });

  test.each([
    [["./nowhere"], 1, /^error: no component.yaml in the folder: nowhere\n$/],
    [[], 2, oneSentence],
    [["a", "b"], 2, oneSentence],
    [["memory", "--frce"], 2, oneSentence],
    [
      ["grete"],
      1,
      /^error: unknown component "grete"; built in: memory; write \.\/grete for a folder, npm:grete for a package\n$/,
    ],
    [["npm:"], 2, oneSentence],
    [["npm:--global"], 1, /^error: npm could not get/],
    [["npm:file:../x"], 2, oneSentence],
    [["npm:https://example.org/x.tgz"], 2, oneSentence],
    [["npm:a; touch b"], 2, oneSentence],
    [["./lib", "--dir", "nowhere"], 2, oneSentence],
  ] as const)("%j is answered in a sentence", async (args, expected, message) => {
    using folder = workflow();
    const { stderr, code } = await flowc(["component", "install", ...args], {
      cwd: folder.path,
      env: { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" },
    });
    expect([code, stderr]).toEqual([expected, expect.stringMatching(message)]);
  });
});

describe.concurrent("flowc component list", () => {
  test("shows what is built in and what is installed, with inputs", async () => {
    using folder = workflow({
      "components/greet/component.yaml": greet,
      "components/broken/component.yaml": "metadata: 5\n",
    });
    const { stdout, code } = await flowc(["component", "list"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain(
      "\ngreet  1.2.0  installed  Says hello.\n  who    string, required: Whom to greet.\n  times  int, default 1\n",
    );
    expect(stdout).toContain("broken  installed, but it cannot be read: see flowc check components/broken\n");
    expect(stdout).toMatch(/^memory {2}1\.0\.0 {2}built in {2}.*\n {2}action {2}string, default "store": /);
  });

  test("as JSON", async () => {
    using folder = workflow({ "components/greet/component.yaml": greet });
    const { stdout } = await flowc(["component", "list", "--format", "json"], { cwd: folder.path });
    const { version, components } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(components.map(({ name, source }: { name: string; source: string }) => [name, source])).toEqual([
      ["memory", "built in"],
      ["greet", "installed"],
    ]);
    expect(components[1]).toMatchObject({
      version: "1.2.0",
      description: "Says hello.",
      inputs: [
        { name: "who", type: "string", required: true, default: null, description: "Whom to greet." },
        { name: "times", type: "int", required: false, default: 1, description: null },
      ],
    });
  });

  test.each([[["x"]], [["--format", "xml"]]])("%j is bad usage", async (args) => {
    const { stderr, code } = await flowc(["component", "list", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(oneSentence)]);
  });
});

/** A registry of packages, each with one version. */
class Registry {
  readonly #tarballs = new Map<string, Buffer>();
  readonly #server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(url).slice(1);
    const tarball = this.#tarballs.get(path.replace(/\.tgz$/, ""));
    if (tarball === undefined) response.writeHead(404).end("{}");
    else if (path.endsWith(".tgz")) response.end(tarball);
    else response.end(JSON.stringify(this.#document(path, tarball)));
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => void this.#server.listen(0, "127.0.0.1", resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  add(name: string, tarball: Buffer): void {
    this.#tarballs.set(name, tarball);
  }

  #document(name: string, tarball: Buffer) {
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const version = { name, version: "1.0.0", dist: { tarball: `${this.url}${name}.tgz`, integrity } };
    return { name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } };
  }
}

/** A tar archive of texts, gzipped. Names are written as they are given. */
function tarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name);
    header.write("0000644\0", 100);
    header.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        0", 148);
    header.write("0", 156);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, "\0"))];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const hasNpm = await promisify(execFile)("npm", ["--version"]).then(
  () => true,
  () => false,
);

describe.skipIf(!hasNpm)("flowc component install npm:PACKAGE", () => {
  const registry = new Registry();
  const script = {
    name: "greeter",
    version: "1.0.0",
    scripts: { install: "touch ../../ran", postinstall: "touch ../../ran" },
  };

  beforeAll(async () => {
    await registry.start();
    registry.add(
      "greeter",
      tarball({ "package/package.json": JSON.stringify(script), "package/component.yaml": greet }),
    );
    registry.add("@some/greeter", tarball({ "package/package.json": "{}", "package/component.yaml": greet }));
    registry.add("plain", tarball({ "package/package.json": "{}" }));
    registry.add(
      "evil",
      tarball({
        "package/package.json": "{}",
        "package/component.yaml": greet,
        "package/../../../../evil.txt": "evil",
        "../../evil.txt": "evil",
      }),
    );
  });
  afterAll(() => registry.stop());

  /** What flowc left in a folder of temporary files; npm leaves its compiled code. */
  function leftIn(folder: string): readonly string[] {
    return readdirSync(folder).filter((name) => name.startsWith("flowc"));
  }

  /** Installs with a home, a cache and temporary files of its own. */
  async function fetched(spec: string) {
    const folder = workflow();
    const temporary = join(folder.path, "tmp");
    mkdirSync(temporary);
    const env = {
      npm_config_registry: registry.url,
      npm_config_cache: join(folder.path, "cache"),
      HOME: folder.path,
      TMPDIR: temporary,
    };
    const outcome = await flowc(["component", "install", spec], { cwd: folder.path, env });
    return { folder, temporary, ...outcome };
  }

  test.each(["npm:greeter", "npm:greeter@1.0.0", "npm:greeter@latest", "npm:@some/greeter"])("%s", async (spec) => {
    const { folder, temporary, stdout, stderr, code } = await fetched(spec);
    using _ = folder;
    expect([code, stdout, stderr]).toEqual([0, "greet 1.2.0 installed in components/greet\n", ""]);
    expect(leftIn(temporary)).toEqual([]);
    expect(existsSync(join(dirname(temporary), "ran"))).toBe(false);
    expect((await flowc(["run", "."], { cwd: folder.path })).stdout).toBe("Hello you\n");
  });

  test("a package without a component, and one that is not there", async () => {
    const plain = await fetched("npm:plain");
    using _plain = plain.folder;
    expect([plain.code, plain.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: no component.yaml in the folder: [^\n]*\n$/),
    ]);
    const missing = await fetched("npm:missing@2");
    using _missing = missing.folder;
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: npm could not get "missing@2": [^\n]*404[^\n]*\n$/),
    ]);
    expect(leftIn(missing.temporary)).toEqual([]);
  });

  test("nothing is written outside of the component", async () => {
    const { folder } = await fetched("npm:evil");
    using _ = folder;
    writeFileSync(join(folder.path, "here"), "");
    const all = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
    expect(all).toContain("here");
    expect(all.filter((name) => name.endsWith("evil.txt") && !name.startsWith("components/greet/"))).toEqual([]);
    expect(existsSync(join(folder.path, "..", "evil.txt"))).toBe(false);
  });
});
