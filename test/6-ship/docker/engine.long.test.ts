import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from "vitest";
import { command, hello, project, type WorkflowParts } from "../../cli/project.ts";
import { borrowedNode, type Engine, filesOfImage, mayStartEngine, startEngine } from "../../support/docker-engine.ts";
import { flowc, root, temporaryFolder } from "../../support/flowc.ts";
import { connectedOverStdio } from "../../support/mcp.ts";
import { freePort } from "../../support/server.ts";
import { startMirror } from "../../support/stub-mirror.ts";
import { makeWheel } from "../../support/wheel.ts";

// Images are built and run by a Docker engine. Nothing is pulled: their base is made of this machine's programs.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** A base without Node, which containers borrow. */
const light = "light";
let engine: Engine | undefined;

beforeAll(async () => {
  engine = await startEngine();
  await engine?.importBase("node:24-slim", { programs: ["id", "touch"], whole: true });
  await engine?.importBase(light, { programs: ["touch", "sleep", "cat"] });
});
afterAll(async () => await engine?.[Symbol.asyncDispose]());

/** The engine; where none has started the test is skipped. */
function running(context: TestContext): Engine {
  return engine ?? context.skip("no Docker engine starts here");
}

/** Builds the image of a workflow, or of one of the folder's own examples. */
async function imageOf(from: Engine, workflow: WorkflowParts | string, options: ImageOptions = {}) {
  const {
    name = typeof workflow === "string" ? workflow : (workflow.name ?? "sample"),
    build = [],
    docker = [],
    whole = false,
  } = options;
  const base = whole ? [] : ["--build-arg", `NODE_IMAGE=${light}`];
  using folder = typeof workflow === "string" ? undefined : project(workflow);
  using out = temporaryFolder();
  const path = folder?.path ?? join(root, "examples", String(workflow));
  const built = await flowc(["build", path, "--docker", "-o", out.path, ...build]);
  expect(built.code, built.stderr).toBe(0);
  const made = await from.docker(["build", "-t", name, ...base, ...docker, out.path]);
  expect(made.code, made.stderr + made.stdout).toBe(0);
  return name;
}

interface ImageOptions {
  readonly name?: string;
  readonly build?: readonly string[];
  readonly docker?: readonly string[];
  /** With Node in it. */
  readonly whole?: boolean;
}

/** As few rights as compose gives, and no network. */
const locked = [
  ...borrowedNode,
  ...["--network", "none", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"],
  ...["--security-opt", "no-new-privileges"],
];
const anybody = ["--user", "12345:0"];
const quiet = ["--step-output", "none"];

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await holds()); attempt += 1) {
    if (attempt === 600) throw new Error(`it has not come to be: ${holds}`);
    await sleep(100);
  }
}

const healthOf = (from: Engine, name: string) => from.ask("inspect", "-f", "{{.State.Health.Status}}", name);
const exitOf = async (from: Engine, name: string) => Number(await from.ask("wait", name));

describe.skipIf(!mayStartEngine())("the image of a command", () => {
  test("runs as its user or any other, read-only, without a network or a capability", async (context) => {
    const from = running(context);
    const script = "id -u; touch /app/x 2>/dev/null || echo closed; touch /tmp/x && echo temporary; exit $1";
    const parts = { name: "look", resources: [command("main", script, { exec: { command: script, args: ["0"] } })] };
    const image = await imageOf(from, parts, { build: ["--label", "revision=abc"], whole: true });
    const alone = locked.slice(borrowedNode.length);
    for (const [user, uid] of [
      [[], 1000],
      [anybody, 12345],
    ] as const) {
      const { stdout, stderr, code } = await from.docker(["run", "--rm", ...alone, ...user, image, ...quiet]);
      expect([stdout, stderr, code]).toEqual([`${uid}\nclosed\ntemporary\n`, "", 0]);
    }
    const labels = JSON.parse(await from.ask("inspect", "-f", "{{json .Config.Labels}}", image));
    expect(labels).toEqual({
      "org.opencontainers.image.title": "look",
      "org.opencontainers.image.base.name": "node:24-slim",
      "org.opencontainers.image.revision": "abc",
    });
    expect(await filesOfImage(from, image, "/app")).toEqual(["look.licenses.txt", "look.mjs"]);
  });

  test("ends what it runs at a signal, as the first process and below an init", async (context) => {
    const from = running(context);
    const waits = "echo waiting; while true; do sleep 1; done";
    const image = await imageOf(from, { name: "waits", resources: [command("main", waits)] });
    for (const [signal, code, init] of [
      ["TERM", 143, []],
      ["INT", 130, ["--init"]],
      ["HUP", 129, []],
    ] as const) {
      const container = await from.ask("run", "-d", ...locked, ...init, image);
      await until(async () => (await from.docker(["logs", container])).stderr.includes("waiting"));
      await from.ask("kill", "-s", signal, container);
      expect(await exitOf(from, container)).toBe(code);
    }
  });
});

const wait = "touch /tmp/begun; while [ ! -e /tmp/go ]; do sleep 0.1; done; echo done";
const service: WorkflowParts = {
  name: "service",
  settings: {
    apiServer: { healthPath: "/health", routes: ["/hello", "/slow"].map((path) => ({ path, methods: ["GET"] })) },
  },
  resources: [
    command("hello", "echo hello", { validations: { routes: ["/hello"] } }),
    command("slow", wait, { validations: { routes: ["/slow"] } }),
  ],
};
const healthcheck = ["node", "/app/service.mjs", "healthcheck"];

describe.skipIf(!mayStartEngine())("the image of a server", () => {
  const eager = ["--health-interval", "1s", "--health-start-period", "0s", "--health-retries", "2"];

  test("is healthy at whatever port it listens, and unhealthy while it does not answer", async (context) => {
    const from = running(context);
    const image = await imageOf(from, service);
    const apart = [...locked, ...anybody];
    const container = await from.ask("run", "-d", ...apart, ...eager, image, "--port", "16500");
    await until(async () => (await healthOf(from, container)) === "healthy");
    const said = "healthy: http://127.0.0.1:16500/health answers 200";
    expect(await from.ask("exec", container, ...healthcheck)).toBe(said);
    await from.ask("kill", "-s", "STOP", container);
    await until(async () => (await healthOf(from, container)) === "unhealthy");
    await from.ask("kill", "-s", "CONT", container);
    await until(async () => (await healthOf(from, container)) === "healthy");
    await from.ask("rm", "-f", container);
  });

  test.each(["TERM", "INT", "HUP"])("answers what it has begun when SIG%s ends it", async (signal) => {
    const from = engine;
    if (from === undefined) return;
    const image = await imageOf(from, service);
    const port = await freePort();
    const place = [...borrowedNode, "--network", "host", "-e", `PORT=${port}`, "-e", "HOST=127.0.0.1"];
    const container = await from.ask("run", "-d", "--read-only", "--tmpfs", "/tmp", ...place, image);
    const has = async (...words: readonly string[]) => (await from.docker(["exec", container, ...words])).code === 0;
    await until(() => has(...healthcheck));
    const answer = fetch(`http://127.0.0.1:${port}/slow`);
    await until(() => has("cat", "/tmp/begun"));
    await from.ask("kill", "-s", signal, container);
    // It drains: who comes now is refused, and what has begun goes on.
    await until(async () => !(await has(...healthcheck)));
    await from.ask("exec", container, "touch", "/tmp/go");
    expect(await (await answer).json()).toEqual({ success: true, response: "done" });
    expect(await exitOf(from, container)).toBe(0);
  });

  test("comes up healthy by its compose file", async (context) => {
    const from = running(context);
    const compose = composeCommand(from);
    if (compose === undefined) return context.skip("this machine has no docker compose");
    using out = temporaryFolder();
    using folder = project(service);
    expect((await flowc(["build", folder.path, "--docker", "-o", out.path])).code).toBe(0);
    const port = await freePort();
    // There is no network in which a port could be published, and the health of a server that starts is asked for at once.
    const override = {
      services: {
        workflow: {
          build: { context: ".", args: { NODE_IMAGE: light } },
          volumes: [borrowedNode[1]],
          network_mode: "host",
          image: "composed",
          environment: ["HOST=127.0.0.1"],
          command: ["--port", String(port)],
          healthcheck: { interval: "1s", start_period: "0s" },
        },
      },
    };
    const text = readFileSync(join(out.path, "compose.yaml"), "utf8");
    // Neither is needed in the network of the machine, where compose 1 refuses them.
    const file = text
      .replace(/\n {4}# Only this[^\n]*\n {4}ports:\n[^\n]*/, "")
      .replace(compose.old ? /^name: .*\n/m : "", "");
    writeFileSync(join(out.path, "compose.yaml"), file);
    writeFileSync(join(out.path, "compose.override.yaml"), JSON.stringify(override));
    const run = (...args: readonly string[]) => {
      const [program = "", ...first] = compose.words;
      return spawnSync(program, [...first, ...args], { cwd: out.path, env: from.env, encoding: "utf8" });
    };
    const up = run("up", "-d", "--build", ...(compose.old ? [] : ["--wait"]));
    expect(up.status, up.stderr).toBe(0);
    const container = run("ps", "-q").stdout.trim();
    await until(async () => (await healthOf(from, container)) === "healthy");
    const [settings] = JSON.parse(await from.ask("inspect", container));
    expect(settings.HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ["ALL"], Init: true });
    expect((await fetch(`http://127.0.0.1:${port}/hello`)).status).toBe(200);
    expect(run("down").status).toBe(0);
  });
});

/** Compose of the machine: 2 as a part of docker, 1 as a program of its own, which knows no name of a project and no `--wait`. */
function composeCommand({ env }: Engine): { readonly words: readonly string[]; readonly old: boolean } | undefined {
  const works = (words: readonly string[]) => {
    const [program = "", ...args] = words;
    return spawnSync(program, [...args, "version"], { env, stdio: "ignore" }).status === 0;
  };
  if (works(["docker", "compose"])) return { words: ["docker", "compose"], old: false };
  return works(["docker-compose"]) ? { words: ["docker-compose"], old: true } : undefined;
}

describe.skipIf(!mayStartEngine())("the image of a workflow with SQLite", () => {
  test("keeps its memory in its volume, as its user or any other of group 0", async (context) => {
    const from = running(context);
    const image = await imageOf(from, "visits");
    for (const [volume, user] of [
      ["own", []],
      ["others", anybody],
    ] as const) {
      for (const visits of [1, 2]) {
        const mount = ["-v", `${volume}:/home/node/.flowc`];
        const { stdout, stderr, code } = await from.docker([
          "run",
          "--rm",
          ...locked,
          ...user,
          ...mount,
          image,
          ...quiet,
        ]);
        expect([stderr, code]).toEqual(["", 0]);
        expect(JSON.parse(stdout).response.visits).toBe(visits);
      }
    }
  });

  test("has the addon of the architecture that it is built for, all where the builder names none", async (context) => {
    const from = running(context);
    const addons = async (docker: readonly string[]) => {
      const image = await imageOf(from, "visits", { name: "arch", docker });
      return (await filesOfImage(from, image, "/app")).flatMap((name) => /linux-\w+(?=\.node)/.exec(name) ?? []);
    };
    expect(await addons(["--build-arg", "TARGETARCH=arm64"])).toEqual(["linux-arm64"]);
    expect(await addons(["--build-arg", "TARGETARCH=amd64"])).toEqual(["linux-x64"]);
    expect(await addons([])).toEqual(["linux-arm64", "linux-x64"]);
    await expect(
      imageOf(from, "visits", { name: "arch", docker: ["--build-arg", "TARGETARCH=riscv64"] }),
    ).rejects.toThrow(/riscv64/);
    const pinned = { name: "arch", build: ["--platform", "linux-arm64"], docker: ["--build-arg", "TARGETARCH=amd64"] };
    await expect(imageOf(from, "visits", pinned)).rejects.toThrow(/amd64/);
  });
});

describe.skipIf(!mayStartEngine())("the image of an MCP server", () => {
  test("offers the workflow as a tool over standard input and output", async (context) => {
    const from = running(context);
    const image = await imageOf(from, "price-tool", { build: ["--target", "mcp"] });
    const args = ["run", "--rm", "-i", ...locked, ...anybody, image];
    await using connection = await connectedOverStdio("auto", { args, env: from.env, node: "docker" });
    const { tools } = await connection.client.listTools();
    const [{ name = "" } = {}] = tools;
    const result = await connection.client.callTool({ name, arguments: { article: "pen", copies: 10 } });
    expect(result.structuredContent ?? result.content).toMatchObject({ response: { discount: 0.1 } });
  });
});

describe.skipIf(!mayStartEngine())("what an image installs", () => {
  test("comes from the mirrors and through the proxy that the builder names", async (context) => {
    const from = running(context);
    using place = temporaryFolder();
    await using mirror = await startMirror(place.path, ["ca-certificates", "jq", "python3", "python3-venv"]);
    if (mirror === undefined) return context.skip("this machine has no apt, dpkg or python3-venv");
    makeWheel(mirror.wheels);
    await from.importBase("node-with-apt", mirror.base);
    const script =
      "import flowc_sample, subprocess\nprint(flowc_sample.answer, subprocess.check_output(['jq'], text=True))";
    const agentSettings = { osPackages: ["jq"], pythonPackages: ["flowc-sample==1.0"] };
    const parts = {
      name: "python",
      settings: { agentSettings },
      resources: [{ actionId: "main", python: { script } }],
    };
    const args = (values: Readonly<Record<string, string>>) =>
      Object.entries(values).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
    const common = ["--network", "host", ...args({ NODE_IMAGE: "node-with-apt" })];
    const mirrors = args({ APT_MIRROR: mirror.url, PIP_INDEX_URL: `${mirror.url}/simple` });
    const image = await imageOf(from, parts, { docker: [...common, ...mirrors] });
    const { stdout, stderr, code } = await from.docker(["run", "--rm", ...locked, ...anybody, image, ...quiet]);
    expect([stdout.trim(), stderr, code]).toEqual(["42 stub of jq", "", 0]);
    expect(mirror.asked).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/debian\/.*jq/), "/simple/flowc-sample/"]),
    );
    mirror.asked.length = 0;
    const plain = { ...hello, name: "proxied", settings: { agentSettings: { osPackages: ["jq"] } } };
    await imageOf(from, plain, { docker: [...common, ...args({ http_proxy: mirror.url })] });
    expect(mirror.asked).toContainEqual(expect.stringMatching(/^http:\/\/deb\.debian\.org\/debian\/.*jq/));
    const settings = await from.ask("inspect", "-f", "{{json .Config.Env}}", "proxied");
    expect(settings).not.toContain("proxy");
  });
});
