import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import type { ImageOptions } from "../../../compiler/6-ship/docker/image.ts";
import { filesOf, filesOfPlan, onLinux, planOf } from "../../support/docker-files.ts";
import { root, temporaryFolder } from "../../support/flowc.ts";

const folders = ["examples", "test/fixtures/ok"].flatMap((above) =>
  readdirSync(join(root, above)).map((name) => join(above, name)),
);
const variants: readonly ImageOptions[] = [
  onLinux,
  { ...onLinux, platform: "linuxmusl-arm64" },
  { ...onLinux, target: "mcp" },
  { ...onLinux, target: "dbos" },
  {
    ...onLinux,
    base: `registry.example:5000/node:24-slim@sha256:${"0".repeat(64)}`,
    labels: { "com.example.a": "$b" },
  },
];

test.each(folders)("the Dockerfile and the compose file of %s are clean", (folder) => {
  const files = filesOfPlan(planOf(folder));
  expect(dockerfileFindings(files)).toEqual([]);
  // The schema of compose is compiled for each file.
  if (folder.startsWith("examples")) expect(composeFindings(files)).toEqual([]);
});

test.each([
  ["all kinds of packages", { pythonVersion: "3.12", osPackages: ["g++", "jq=1.7.1-6"], pythonPackages: everyKind() }],
  ["packages of the system's Python", { osPackages: ["curl"], pythonPackages: everyKind() }],
])("so are those with %s", (_what, agentSettings) => {
  for (const options of variants) expect(findings(filesOf(workflow({ agentSettings }), options))).toEqual([]);
});

test("so are those of a server with names that mean something to somebody", () => {
  const settings = {
    apiServer: { healthPath: `/it's "$HOME" é \\`, portNum: 80, routes: [{ path: "/" }] },
    sqlConnections: { here: { connection: "sqlite:///srv/shop.db" } },
  };
  const description = 'two\nlines, "quotes", $HOME ${X:-y} `id` \\ # end \\\n\ttab \u0007 é😀 <<EOF';
  for (const options of variants) {
    expect(findings(filesOf(workflow(settings, { name: "null", description, version: '1"\\' }), options))).toEqual([]);
  }
});

describe("the linters", () => {
  test.each([
    ["an unknown instruction", "Dockerfile", /^ENTRYPOINT/m, "ENTRYPOIN"],
    ["an unknown flag", "Dockerfile", "HEALTHCHECK --interval", "HEALTHCHECK --every"],
    ["a quote that does not end", "Dockerfile", /(base\.name="[^"]*)"/, "$1"],
    ["a base that no ARG names", "Dockerfile", "ARG NODE_IMAGE", "ARG IMAGE"],
    ["a port that is none", "Dockerfile", /^EXPOSE \d+/m, "EXPOSE port"],
    ["a key that compose does not have", "compose.yaml", "read_only", "readonly"],
    ["a service of the wrong shape", "compose.yaml", "init: true", "init: [yes]"],
    ["a port for everybody", "compose.yaml", "127.0.0.1:", ""],
    ["what is not YAML", "compose.yaml", "services:", "services: ["],
  ])("find %s", (_what, name, from, to) => {
    const files = filesOf(workflow({ apiServer: { routes: [{ path: "/" }] } }));
    const broken = { ...files, [name]: files[name]?.replace(from, to) ?? "" };
    expect(broken[name]).not.toBe(files[name]);
    expect(findings(files)).toEqual([]);
    expect(findings(broken)).not.toEqual([]);
  });
});

function workflow(settings: object, metadata: object = { name: "sample" }) {
  const resources = [
    { actionId: "all", sql: undefined, python: { script: "print(1)", timeout: "1s" } },
    ...("sqlConnections" in settings
      ? [{ actionId: "rows", sql: { connectionName: "here", query: "select 1", timeout: "1s" } }]
      : []),
  ];
  return { metadata, settings: { targetActionId: "all", timeout: "1m", ...settings }, resources };
}

function everyKind(): readonly string[] {
  return [
    "requests",
    "requests[socks]>=2.31,<3",
    "tool @ https://example.org/it's/x.whl#sha256=0",
    "x @ git+https://host/repo.git@main",
    `y; python_version < "3.10" and sys_platform == 'linux'`,
  ];
}

/** What dclint tells of a file, as far as it is looked at. */
interface LintResult {
  readonly messages: readonly { readonly line: number; readonly message: string }[];
}

type Files = Readonly<Record<string, string>>;

/** What the linters say of a Dockerfile and its compose file. */
function findings(files: Files): readonly string[] {
  return [...dockerfileFindings(files), ...composeFindings(files)];
}

function dockerfileFindings(files: Files): readonly string[] {
  return validate(files["Dockerfile"] ?? "").map(({ message, range }) => `${range.start.line + 1}: ${message}`);
}

function composeFindings(files: Files): readonly string[] {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "compose.yaml"), files["compose.yaml"] ?? "");
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  const results: readonly LintResult[] = linter.lintFiles([folder.path], false);
  expect(results).toHaveLength(1);
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}
