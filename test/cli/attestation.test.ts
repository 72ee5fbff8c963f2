import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parseProvenance, provenanceMark } from "../../compiler/5-bundle/provenance.ts";
import { sha256 } from "../../compiler/5-bundle/seal.ts";
import { flowcHere, root } from "../support/flowc.ts";
import { command, copyOf, hello, project, workflowText } from "./project.ts";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const other = { name: "other", resources: [command("main", "echo other")] };
const source = project(hello, { "other/workflow.yaml": workflowText(other) });

beforeAll(async () => {
  const args = ["build", ".", "other", "--attest", "--sbom", "spdx", "--sourcemap"];
  const { code, stderr } = await flowcHere(args, { cwd: source.path });
  expect(code, stderr).toBe(0);
  return () => source[Symbol.dispose]();
});

/** A folder with both workflows and dist/, made for each test from one build. */
function built() {
  return copyOf(source.path);
}

async function verify(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr, code } = await flowcHere(["verify", ...args], { cwd });
  return [stdout, stderr, code];
}

const statement = "dist/hello.intoto.json";
const attested = `attested by ${statement}`;

describe("build --attest", () => {
  test("is about every file of its own build, and says of the making what the bundle's comment does", () => {
    const dist = join(source.path, "dist");
    const written = readdirSync(dist).filter((name) => name.startsWith("hello.") && !name.endsWith(".intoto.json"));
    const comment = readFileSync(join(dist, "hello.mjs"), "utf8").split("\n")[1] ?? "";
    const made = parseProvenance(comment.slice(provenanceMark.length));
    const { subject, ...rest } = JSON.parse(readFileSync(join(source.path, statement), "utf8"));
    expect(written).toHaveLength(5);
    expect(Object.fromEntries(subject.map((one: { name: string; digest: object }) => [one.name, one.digest]))).toEqual(
      Object.fromEntries(written.map((name) => [name, { sha256: sha256(readFileSync(join(dist, name))) }])),
    );
    expect(rest).toEqual({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://slsa.dev/provenance/v1",
      predicate: {
        buildDefinition: {
          buildType: "https://github.com/flowc/flowc/blob/main/docs/provenance.md#attestations",
          externalParameters: { workflow: "hello", options: made?.options },
          internalParameters: { effects: made?.effects },
          resolvedDependencies: [{ name: "sources", digest: { sha256: made?.sourceHash } }],
        },
        runDetails: {
          builder: {
            id: "https://github.com/flowc/flowc",
            version: { flowc: version, build: made?.compilerBuild },
          },
        },
      },
    });
  });

  test("gives the same bytes at any time, in any folder", async () => {
    using folder = built();
    const args = ["build", ".", "-o", "again", "--attest", "--sbom", "spdx", "--sourcemap"];
    expect((await flowcHere(args, { cwd: folder.path })).code).toBe(0);
    expect(readFileSync(join(folder.path, "again", "hello.intoto.json"), "utf8")).toBe(
      readFileSync(join(folder.path, statement), "utf8"),
    );
  });
});

describe("verify --attestation", () => {
  test("of an untouched bundle is ok, whatever its name, with its workflow and without", async () => {
    using folder = built();
    const own = `it matches its own hash (flowc ${version})`;
    expect(await verify(folder.path, "dist/hello.mjs", "--attestation", statement)).toEqual([
      `ok  dist/hello.mjs: ${own}; ${attested}\n`,
      "",
      0,
    ]);
    renameSync(join(folder.path, "dist/hello.mjs"), join(folder.path, "dist/renamed.mjs"));
    const rebuilt = `what flowc ${version} makes of workflow.yaml`;
    expect(await verify(folder.path, "dist/renamed.mjs", "workflow.yaml", "--attestation", statement)).toEqual([
      `ok  dist/renamed.mjs: ${rebuilt}; ${attested}\n`,
      "",
      0,
    ]);
  });

  test("finds a bundle that is not the one attested", async () => {
    using folder = built();
    expect(await verify(folder.path, "dist/other.mjs", "--attestation", statement)).toEqual([
      `tampered  dist/other.mjs: ${statement} attests no file with these bytes\n`,
      "",
      1,
    ]);
    appendFileSync(join(folder.path, "dist/hello.mjs"), "// more\n");
    const [stdout, , code] = await verify(
      folder.path,
      ...["dist/hello.mjs", "--attestation", statement, "--format", "json"],
    );
    const [verdict] = JSON.parse(String(stdout)).bundles;
    expect([verdict.status, verdict.reasons[0].code, verdict.provenance, code]).toEqual([
      ...["tampered", "not-attested", null, 1],
    ]);
  });

  test("finds what changed beside it, and sources that have moved on", async () => {
    using folder = built();
    appendFileSync(join(folder.path, "workflow.yaml"), "\n");
    expect(await verify(folder.path, "dist/hello.mjs", "workflow.yaml", "--attestation", statement)).toEqual([
      "stale  dist/hello.mjs: workflow.yaml or a file that it is made with has changed since\n",
      "",
      1,
    ]);
    appendFileSync(join(folder.path, "dist/hello.spdx.json"), "\n");
    expect(await verify(folder.path, "dist/hello.mjs", "--attestation", statement)).toEqual([
      "tampered  dist/hello.mjs: hello.spdx.json beside it was changed\n",
      "",
      1,
    ]);
  });

  test.each([
    ["sources", /"sha256": "[\da-f]{64}"(?=\s*\}\s*\}\s*\]\s*\},\s*"runDetails")/, `"sha256": "${"0".repeat(64)}"`],
    ["workflow", /"workflow": "hello"/, '"workflow": "other"'],
    ["options", /"minify": false/, '"minify": true'],
    ["effects", /"commands": \[\s*"echo hello"\s*\]/, '"commands": []'],
    ["version", /"flowc": "[^"]+"/, '"flowc": "9.9.9"'],
  ])("finds a statement that says another thing of its %s", async (_what, from, to) => {
    using folder = built();
    const path = join(folder.path, statement);
    const text = readFileSync(path, "utf8");
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
    const message = `${statement} says something else of its making than it does`;
    expect(await verify(folder.path, "dist/hello.mjs", "--attestation", statement)).toEqual([
      `tampered  dist/hello.mjs: ${message}\n`,
      "",
      1,
    ]);
  });

  test.each([
    ["no JSON", "{"],
    ["JSON of another kind", "[1, null]"],
    [
      "a statement of another kind",
      '{"_type":"https://in-toto.io/Statement/v1","predicateType":"https://spdx.dev/Document"}',
    ],
    ["no subjects", (text: string) => text.replace(/"subject": \[[\s\S]*?\n {2}\]/, '"subject": []')],
    ["a subject without a hash", (text: string) => text.replace('"sha256":', '"sha1":')],
    [
      "a version that would reach the terminal",
      (text: string) => text.replace(/"flowc": "[^"]+"/, '"flowc": "\\u001b[2J"'),
    ],
  ] as const)("refuses what is not an attestation: %s", async (_what, change) => {
    using folder = built();
    const path = join(folder.path, statement);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, typeof change === "string" ? change : change(text));
    expect(readFileSync(path, "utf8")).not.toBe(text);
    const message = `${statement} is not an attestation that flowc build --attest has written, or a newer flowc has`;
    expect(await verify(folder.path, "dist/hello.mjs", "--attestation", statement)).toEqual([
      "",
      `error: ${message}\n`,
      2,
    ]);
  });

  test("refuses a missing statement, a folder, and what is neither a bundle nor an executable", async () => {
    using folder = built();
    mkdirSync(join(folder.path, "empty"));
    const refused = async (...args: readonly string[]) => {
      const [stdout, stderr, code] = await verify(folder.path, ...args);
      expect([stdout, code]).toEqual(["", 2]);
      return stderr;
    };
    expect(await refused("dist/hello.mjs", "--attestation", "gone.json")).toMatch(
      /^error: cannot read gone\.json: .*\n$/,
    );
    expect(await refused("dist/hello.mjs", "--attestation", "empty")).toMatch(/^error: cannot read empty: .*\n$/);
    expect(await refused("dist/hello.mjs", "--attestation", "/dev/null")).toBe(
      "error: cannot read /dev/null: it is not a regular file\n",
    );
    expect(await refused("/dev/null", "--attestation", statement)).toBe(
      "error: /dev/null cannot be read: it is not a regular file\n",
    );
    expect(await refused("dist", "--attestation", statement)).toBe(
      "error: --attestation is about one build: give its bundle or its executable, not a folder\n",
    );
    expect(await refused("dist/hello.d.mts", "--attestation", statement)).toBe(
      "error: dist/hello.d.mts lies beside a bundle and is verified with it: give the bundle\n",
    );
  });
});
