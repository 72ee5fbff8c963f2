import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dockerFiles } from "../../../compiler/6-ship/docker/docker-files.ts";
import { imageProblems, installation } from "../../../compiler/6-ship/docker/installation.ts";
import type { Plan } from "../../../compiler/nouns/plan.ts";
import { span } from "../../../compiler/nouns/source.ts";
import { checkText } from "../../support/check-text.ts";
import { filesOf, onLinux } from "../../support/docker-files.ts";
import { type Recipe, readRecipe } from "../../support/dockerfile.ts";
import { temporaryFolder } from "../../support/flowc.ts";

function recipe(workflow: unknown, options = onLinux): Recipe {
  using folder = temporaryFolder();
  for (const [name, text] of Object.entries(filesOf(workflow, options))) writeFileSync(join(folder.path, name), text);
  return readRecipe(folder.path);
}

interface Parts {
  readonly metadata?: object;
  readonly settings?: object;
  readonly resources?: readonly object[];
}

function workflow({ metadata, settings, resources = [] }: Parts) {
  return {
    metadata: { name: "sample", ...metadata },
    settings: { targetActionId: "last", timeout: "1m", ...settings },
    resources: [
      ...resources,
      {
        actionId: "last",
        requires: resources.map((one) => (one as { actionId: string }).actionId),
        apiResponse: { response: 1 },
      },
    ],
  };
}

const script = { actionId: "script", python: { script: "print(1)" } };
const store = (dbPath?: string, actionId = "keep") => ({
  actionId,
  component: { name: "memory", with: { key: "k", value: "v", ...(dbPath && { dbPath }) } },
});

test.each([
  ["NULL", "null"],
  ["1", "1"],
  ["-rf", "rf"],
  ["A__b..C", "a-b-c"],
  ["日本語", "workflow"],
])("the project of %s is %s", (name, project) => {
  expect(filesOf(workflow({ metadata: { name } }))["compose.yaml"]).toContain(`\nname: "${project}"\n`);
});

describe("labels", () => {
  test("keep every character that a line can have", () => {
    const name = `it's "quoted" $HOME \${X:-y} \\ back\\slash\\" \`id\` é😀 # <<EOF`;
    const description = "two\nlines\r\n\tand \u0000 control \u2028 characters  ";
    const { labels } = recipe(workflow({ metadata: { name, description, version: 1 } }));
    expect(labels).toEqual({
      "org.opencontainers.image.title": name,
      "org.opencontainers.image.description": "two lines and control characters",
      "org.opencontainers.image.version": "1",
      "org.opencontainers.image.base.name": "${NODE_IMAGE}",
    });
  });

  test("say when the image was made where the caller does", () => {
    const { labels } = recipe(workflow({}), { ...onLinux, created: new Date(1e12) });
    expect(labels["org.opencontainers.image.created"]).toBe("2001-09-09T01:46:40.000Z");
  });

  test("have a version as it is written: 1.10 is not 1.1", () => {
    const text = "metadata: { name: sample, version: 1.10 }\nsettings: { targetActionId: last, timeout: 1m }\n---\n";
    const { labels } = recipe(`${text}actionId: last\napiResponse: { response: 1 }\n`);
    expect(labels["org.opencontainers.image.version"]).toBe("1.10");
  });

  test("say only what is known", () => {
    expect(Object.keys(recipe(workflow({})).labels)).toEqual([
      "org.opencontainers.image.title",
      "org.opencontainers.image.base.name",
    ]);
  });

  test("name the base that the image is built on, and the digest where flowc knows it", () => {
    expect(recipe(workflow({})).labels["org.opencontainers.image.base.name"]).toBe("${NODE_IMAGE}");
    const digest = `sha256:${"01".repeat(32)}`;
    const options = { ...onLinux, base: `registry.example:5000/node:24-slim@${digest}` };
    const text = filesOf(workflow({}), options)["Dockerfile"] ?? "";
    expect(text).toContain(`\nFROM registry.example:5000/node:24-slim@${digest}\n`);
    expect(text).not.toContain("NODE_IMAGE");
    expect(recipe(workflow({}), options).labels).toMatchObject({
      "org.opencontainers.image.base.name": "registry.example:5000/node:24-slim",
      "org.opencontainers.image.base.digest": digest,
    });
  });

  test("are those of the user, too, which go over flowc's", () => {
    const labels = { "org.opencontainers.image.title": "Mine", "com.example.team": 'a "b" $HOME' };
    expect(recipe(workflow({}), { ...onLinux, labels }).labels).toMatchObject(labels);
  });
});

describe("packages", () => {
  test("are single words of the commands that install them", () => {
    const osPackages = ["zip", "g++", "jq=1:1.7.1-6~deb", "zip"];
    const pythonPackages = [
      "requests[socks]>=2.31, <3",
      "tool @ https://example.org/it's/$(id)/`id`/x.whl",
      `y; python_version < "3.10" and sys_platform == 'linux'`,
    ];
    const { runs } = recipe(workflow({ settings: { agentSettings: { osPackages, pythonPackages } } }));
    expect(runs).toHaveLength(1);
    expect(commandsOf(runs[0] ?? "")).toEqual([
      ["apt-get", "update"],
      [
        ...["apt-get", "install", "--yes", "--no-install-recommends"],
        ...["ca-certificates", "g++", "jq=1:1.7.1-6~deb", "python3", "python3-venv", "zip"],
      ],
      ["rm", "-rf", "/var/lib/apt/lists/*"],
      ["python3", "-m", "venv", "/opt/venv"],
      [
        ...["/opt/venv/bin/python", "-m", "pip", "install", "--no-cache-dir", "--disable-pip-version-check"],
        ...["--no-input", "--", ...pythonPackages],
      ],
    ]);
  });

  test("of another version of Python come with uv, which does not stay", () => {
    const agentSettings = { pythonVersion: "3.12", pythonPackages: ["requests", "x @ git+https://host/x.git"] };
    const text = filesOf(workflow({ settings: { agentSettings }, resources: [script] }))["Dockerfile"] ?? "";
    expect(text).toMatch(/^ARG UV_IMAGE=\S+:[\d.]+\n\nFROM \$\{UV_IMAGE\} AS uv\n\nFROM \$\{NODE_IMAGE\}$/m);
    expect(text).toMatch(/^RUN --mount=type=bind,from=uv,source=\/uv,target=\/bin\/uv /m);
    const { runs, environment } = recipe(workflow({ settings: { agentSettings }, resources: [script] }));
    const commands = commandsOf(runs[0] ?? "");
    expect(commands[1]?.slice(4)).toEqual(["ca-certificates", "git"]);
    expect(commands.slice(3)).toEqual([
      ["uv", "venv", "--no-cache", "--managed-python", "--python", "3.12", "/opt/venv"],
      [
        ...["uv", "pip", "install", "--no-cache", "--python", "/opt/venv/bin/python", "--"],
        ...["requests", "x @ git+https://host/x.git"],
      ],
    ]);
    expect(environment).toMatchObject({ FLOWC_VENV: "/opt/venv", PATH: "/opt/venv/bin:${PATH}" });
  });

  test("come from apk where the bundle is for musl", () => {
    const agentSettings = { osPackages: ["jq"], pythonPackages: ["requests"] };
    const parts = workflow({ settings: { agentSettings } });
    const options = { ...onLinux, platform: "linuxmusl-arm64" };
    expect(filesOf(parts, options)["Dockerfile"]).toMatch(/^ARG NODE_IMAGE=node:24-alpine\n\nFROM \$\{NODE_IMAGE\}$/m);
    const { runs, service } = recipe(parts, options);
    expect(commandsOf(runs[0] ?? "")[0]).toEqual(["apk", "add", "--no-cache", "ca-certificates", "jq", "python3"]);
    expect(service.platform).toBe("linux/arm64");
  });

  test("are none where nothing needs one; a script needs Python alone", () => {
    expect(recipe(workflow({ settings: { agentSettings: { pythonVersion: "3.12" } } })).runs).toEqual([]);
    const { runs, environment } = recipe(workflow({ resources: [script] }));
    expect(commandsOf(runs[0] ?? "")[1]?.slice(4)).toEqual(["ca-certificates", "python3"]);
    expect(environment).not.toHaveProperty("FLOWC_VENV");
  });

  test.each([
    { os: ["curl; rm -rf /"] },
    { os: ["curl\nRUN id"] },
    { os: ["-o"] },
    { os: ["curl-"] },
    { python: ["--index-url http://x"] },
    { python: ["x; python_version < '3'\nRUN id"] },
    { python: ["x @ https://host/\u001b[0m"] },
    { pythonVersion: "3.12'; id '" },
  ])("that the checker would refuse are refused once more: %o", (packages) => {
    const { plan } = checkText(JSON.stringify(workflow({})));
    if (plan === undefined) throw new Error("it does not compile");
    const {
      os = [],
      python = [],
      pythonVersion,
    } = packages as Partial<Record<"os" | "python", string[]>> & {
      pythonVersion?: string;
    };
    const located = python.map((value) => ({ value, span: span(plan.source, 0, 0) }));
    const wrong: Plan = { ...plan, packages: { os, python: located, pythonVersion } };
    expect(() => installation(wrong, "debian")).toThrow("is neither a package nor a version");
    expect(() => dockerFiles(wrong, [], onLinux)).toThrow("is neither a package nor a version");
  });

  test("come from a mirror where the builder names one", () => {
    const agentSettings = { osPackages: ["jq"], pythonPackages: ["requests"] };
    const parts = workflow({ settings: { agentSettings } });
    expect(filesOf(parts)["Dockerfile"]).toMatch(/\nARG APT_MIRROR\nARG PIP_INDEX_URL\nRUN /);
    const command = recipe(parts).runs[0] ?? "";
    const [sed, update] = commandsOf(command, { APT_MIRROR: "http://copies.example/a" });
    expect([sed, update]).toEqual([
      ["sed", "-i", "s|http://deb.debian.org|http://copies.example/a|"],
      ["apt-get", "update"],
    ]);
    const alpine = recipe(parts, { ...onLinux, platform: "linuxmusl" }).runs[0] ?? "";
    expect(commandsOf(alpine, { APK_MIRROR: "https://copies.example" })[0]).toEqual([
      ...["sed", "-i", "s|https://dl-cdn.alpinelinux.org|https://copies.example|", "/etc/apk/repositories"],
    ]);
    const version = workflow({ settings: { agentSettings: { ...agentSettings, pythonVersion: "3.12" } } });
    expect(filesOf(version)["Dockerfile"]).toMatch(/\nARG UV_PYTHON_INSTALL_MIRROR\nARG UV_DEFAULT_INDEX\nRUN /);
    expect(filesOf(workflow({ resources: [store()] }))["Dockerfile"]).not.toMatch(/MIRROR|INDEX/);
  });

  test("that no image can install are reported", () => {
    const help = (requirement: string) => {
      const agentSettings = { pythonPackages: [requirement] };
      const { plan } = checkText(JSON.stringify(workflow({ settings: { agentSettings } })));
      return plan && imageProblems(plan).map((problem) => problem.help);
    };
    expect(help("tool @ file:///opt/tool.whl")).toEqual(["the image has no files but the bundle"]);
    expect(help("tool@git+ssh://git@host/x.git")).toEqual(["the image has no SSH key"]);
    expect(help("tool @ https://host/file:/x.whl")).toEqual([]);
    expect(help("requests")).toEqual([]);
    expect(help("x @ git+https://host/x.git@main")).toEqual([]);
    expect(help("x @ https://token@host/x.whl")).toEqual([undefined]);
    expect(help("x @ git+https://user:word@host/x.git@main")).toEqual([undefined]);
  });
});

describe("volumes", () => {
  test("hold the memory, wherever it is written down to be", () => {
    const resources = [
      store(undefined, "a"),
      store("~/.flowc/other.db", "b"),
      store("~/kept/deep/m.db", "c"),
      store("/srv/shop/m.db", "d"),
      store("/srv/shop/deeper/m.db", "e"),
      store("data/../files/m.db", "f"),
    ];
    const { volumes, service, runs } = recipe(workflow({ resources }));
    const paths = ["/home/node/.flowc", "/home/node/kept/deep", "/srv/shop", "/home/node/files"];
    expect(volumes).toEqual(paths);
    expect(service.volumes).toEqual(paths.map((path, index) => `memory${index ? `-${index + 1}` : ""}:${path}`));
    expect(commandsOf(runs[0] ?? "").map((words) => words.at(-1))).toEqual(paths);
  });

  test("are the folder of the workflow itself where its files lie there", () => {
    expect(recipe(workflow({ resources: [store("m.db")] })).volumes).toEqual(["/home/node"]);
  });

  test.each([
    "/m.db",
    "/etc/m.db",
    "/tmp/x/m.db",
    "/usr/../etc/m.db",
    "/data/a b/m.db",
    "/data/$(id)/m.db",
    "/data/'/m.db",
  ])("are not made of %s, which the compose file tells", (path) => {
    const parts = workflow({ resources: [store(path)] });
    expect(recipe(parts).volumes).toEqual(["/home/node/.flowc"]);
    expect(filesOf(parts)["compose.yaml"]).toContain("# Some paths of files are only known when it runs");
  });

  test("hold databases of SQLite too, but for those in memory", () => {
    const sql = (connectionName: string) => ({ actionId: connectionName, sql: { connectionName, query: "select 1" } });
    const sqlConnections = {
      shop: { connection: "sqlite:///srv/shop.db?mode=rw" },
      short: { connection: "sqlite::memory:" },
    };
    const { volumes, service } = recipe(
      workflow({ settings: { sqlConnections }, resources: [sql("shop"), sql("short")] }),
    );
    expect(volumes).toEqual(["/srv"]);
    expect(service.volumes).toEqual(["database:/srv"]);
  });
});

test("an image of the target dbos is a worker, whose runs and memory are in a database", () => {
  const memory = { actionId: "main", component: { name: "memory", with: { key: "k", value: "v" } } };
  const files = filesOf(workflow({ settings: { history: true }, resources: [memory] }), { ...onLinux, target: "dbos" });
  expect(files["Dockerfile"]).toMatch(/^ENTRYPOINT \["node","\/app\/[^"]+"\]\nCMD \["worker"\]\n$/m);
  expect(files["Dockerfile"]).not.toMatch(/^(?:VOLUME|HEALTHCHECK)/m);
  const { services } = parse(files["compose.yaml"] ?? "");
  expect(services.workflow).toMatchObject({ environment: ["FLOWC_DATABASE_URL"], restart: "unless-stopped" });
  expect(services.workflow.volumes).toBeUndefined();
});

describe("the environment", () => {
  test("passes names on, and never a value", () => {
    const resources = [
      {
        actionId: "ask",
        chat: { model: "m", prompt: "{{ env('TOPIC') }} {{ env('HOME') }} {{ env('not a name') ?? '' }}" },
      },
    ];
    const { service } = recipe(workflow({ resources }));
    expect(service.environment).toEqual(["OPENAI_API_KEY", "OPENAI_BASE_URL", "TOPIC"]);
  });

  test("has the port of the server, which EXPOSE and the compose file name too", () => {
    const parts = workflow({ settings: { apiServer: { portNum: 8080, routes: [{ path: "/x" }] } } });
    const { environment, service } = recipe(parts);
    expect(environment).toMatchObject({ HOST: "0.0.0.0", PORT: "8080" });
    expect(service.ports).toEqual(["127.0.0.1:8080:8080"]);
    expect(filesOf(parts)["Dockerfile"]).toMatch(/^EXPOSE 8080$/m);
  });
});

test("an MCP server listens on nothing and is asked for nothing", () => {
  const parts = workflow({ settings: { apiServer: { healthPath: "/health", routes: [{ path: "/x" }] } } });
  const files = filesOf(parts, { ...onLinux, target: "mcp" });
  expect(files["Dockerfile"]).not.toMatch(/HEALTHCHECK|EXPOSE/);
  expect(files["compose.yaml"]).toMatch(/^ {4}stdin_open: true$/m);
});

test("an image is of a platform only where the user names one", () => {
  const [plain, sqlite] = [workflow({}), workflow({ resources: [store()] })];
  for (const parts of [plain, sqlite]) {
    expect(recipe(parts).service.platform).toBeUndefined();
    expect(recipe(parts, { ...onLinux, platform: "linux-x64" }).service.platform).toBe("linux/amd64");
  }
  // What stands there would hold whatever the image is said to be for.
  expect(filesOf(sqlite, { ...onLinux, platform: "linux-x64" })["Dockerfile"]).not.toContain("--platform");
});

test("the addon is that of the architecture that the image is built for", () => {
  const stages = (platform: string) =>
    /^FROM scratch AS addons\n([\s\S]*?)\n\n/m.exec(
      filesOf(workflow({ resources: [store()] }), { ...onLinux, platform })["Dockerfile"] ?? "",
    )?.[1];
  const [x64, arm64] = ["x64", "arm64"].map((name) => `better-sqlite3-0.0.0-linux-${name}.node`);
  expect(stages("linux")).toBe(`COPY ${x64} /amd64/\nCOPY ${arm64} /arm64/\nCOPY ${x64} ${arm64} /any/`);
  expect(stages("linux-arm64")).toBe(`COPY ${arm64} /arm64/\nCOPY ${arm64} /any/`);
  expect(filesOf(workflow({}))["Dockerfile"]).not.toContain("addons");
});

test("the commands of RUN are read as they are", () => {
  expect(commandsOf("apt-get update && DEBIAN_FRONTEND=x apt-get install 'a b' $(echo c; apk)")).toEqual([
    ["apt-get", "update"],
    ["apk"],
    ["apt-get", "install", "a b", "c"],
  ]);
});

/** The commands that a shell starts for this text, with their arguments. None of them does anything. */
function commandsOf(text: string, env: NodeJS.ProcessEnv = {}): readonly (readonly string[])[] {
  using folder = temporaryFolder();
  const log = join(folder.path, "log");
  for (const name of ["apt-get", "apk", "rm", "sed", "python3", "uv", "install", "venv-python"]) {
    const path = join(folder.path, name);
    writeFileSync(path, `#!/bin/sh\nprintf '%s\\0' ${name} "$@" >> "$LOG"\nprintf '\\n' >> "$LOG"\n`);
    chmodSync(path, 0o755);
  }
  const line = text.replaceAll("/opt/venv/bin/python -m", "venv-python -m");
  execFileSync("/bin/sh", ["-efc", line], { env: { PATH: folder.path, LOG: log, ...env }, stdio: "pipe" });
  return readFileSync(log, "utf8")
    .split("\0\n")
    .slice(0, -1)
    .map((words) => words.replace(/^venv-python/, "/opt/venv/bin/python").split("\0"));
}
