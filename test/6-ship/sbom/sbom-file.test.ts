import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../compiler/5-bundle/seal.ts";
import { copyOf, hello, project, workflowText } from "../../cli/project.ts";
import { flowcHere, root, temporaryFolder } from "../../support/flowc.ts";

// biome-ignore lint/suspicious/noExplicitAny: the schemas are what says of which types objects are
type Data = Readonly<Record<string, any>>;

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
// As the CycloneDX project publishes them.
const schemas = join(root, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
for (const name of ["bom-1.6", "jsf-0.82", "spdx"].map((one) => `${one}.SNAPSHOT.schema.json`)) {
  const { $id: _, ...schema } = JSON.parse(readFileSync(join(schemas, name), "utf8")) as Data;
  ajv.addSchema(schema, `http://cyclonedx.org/schema/${name}`);
}

const visits = join(root, "examples", "visits");
const assistant = join(root, "examples", "assistant");
const hostile = { name: 'a"b\\ </x> ☃', version: "1.0 #%" };

/** The bill of materials of the workflow in a folder, and the names in its notices, which are made another way. */
async function built(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  using out = temporaryFolder();
  const { code, stderr } = await flowcHere(["build", path, "-o", out.path, ...args], { env });
  expect(code, stderr).toBe(0);
  const read = (ending: string) => {
    const name = readdirSync(out.path).find((one) => one.endsWith(ending)) ?? "";
    return { name, text: readFileSync(join(out.path, name), "utf8") };
  };
  const bill = read(args.includes("spdx") ? ".spdx.json" : ".cdx.json");
  const addons = readdirSync(out.path).filter((name) => name.endsWith(".node"));
  return {
    ...bill,
    json: JSON.parse(bill.text) as Data,
    packages: [...read(".licenses.txt").text.matchAll(/^ {2}(\S+) (\S+): (.+)$/gm)].map(([, ...words]) => words),
    addons: addons.map((name) => [name, sha256(readFileSync(join(out.path, name)))]),
  };
}

function cyclonedxProblems(json: Data): readonly string[] {
  const validate = ajv.getSchema("http://cyclonedx.org/schema/bom-1.6.SNAPSHOT.schema.json");
  if (validate === undefined) return ["no schema"];
  return validate(json) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("--sbom cyclonedx", () => {
  test("the schema finds what is wrong", () => {
    expect(cyclonedxProblems({ bomFormat: "CycloneDX", specVersion: "1.6", components: [{ name: "x" }] })).not.toEqual(
      [],
    );
  });

  test.each([visits, assistant])("%s: each package and addon, as the published schema wants it", async (path) => {
    const { json, packages, addons } = await built(path, ["--sbom", "cyclonedx"]);
    expect(cyclonedxProblems(json)).toEqual([]);
    const of = (type: string) => (json["components"] as readonly Data[]).filter((one) => one["type"] === type);
    const full = ({ group, name }: Data) => (group === undefined ? name : `${group}/${name}`);
    expect(
      of("library")
        .map((one) => [full(one), one["version"], one["licenses"][0].expression])
        .sort(),
    ).toEqual(packages.toSorted());
    expect(of("file").map(({ name, hashes }) => [name, hashes[0].content])).toEqual(addons);
    const references = json["components"].map((one: Data) => one["bom-ref"]);
    expect(new Set(references).size).toBe(references.length);
    expect(json["dependencies"]).toEqual([{ ref: json["metadata"].component["bom-ref"], dependsOn: references }]);
  });

  test("a scope is a group, and a part of the package's URL", async () => {
    using folder = project(hello);
    const { json } = await built(folder.path, ["--sbom", "cyclonedx", "--target", "mcp"]);
    const found = json["components"].find((one: Data) => one["group"] === "@modelcontextprotocol");
    expect(found.purl).toBe(`pkg:npm/%40modelcontextprotocol/${found.name}@${found.version}`);
  });
});

describe("--sbom spdx", () => {
  test("each package and addon is a package that the bundle contains", async () => {
    const { json, packages, addons } = await built(visits, ["--sbom", "spdx"]);
    const [bundle, ...parts] = json["packages"] as readonly Data[];
    const libraries = parts.filter((one) => one["primaryPackagePurpose"] === "LIBRARY");
    const files = parts.filter((one) => one["primaryPackagePurpose"] === "FILE");
    expect(libraries.map((one) => [one["name"], one["versionInfo"], one["licenseDeclared"]]).sort()).toEqual(
      packages.toSorted(),
    );
    expect(files.map(({ name, checksums }) => [name, checksums[0].checksumValue])).toEqual(addons);
    const contained = parts.map((one) => one["SPDXID"]);
    expect(new Set(contained).size).toBe(libraries.length + files.length);
    expect(json["relationships"]).toEqual([
      { spdxElementId: json["SPDXID"], relationshipType: "DESCRIBES", relatedSpdxElement: bundle?.["SPDXID"] },
      ...contained.map((id) => ({
        spdxElementId: bundle?.["SPDXID"],
        relationshipType: "CONTAINS",
        relatedSpdxElement: id,
      })),
    ]);
  });

  // SPDX publishes no schema of 2.3 on npm; its own validator is a package of PyPI.
  const validator = spawnSync("python3", ["-c", "import spdx_tools"]).status === 0;
  test.skipIf(!validator)("is valid for the tools of SPDX", async () => {
    using folder = project(workflowText(hello));
    const { text } = await built(folder.path, ["--sbom", "spdx"]);
    const path = join(folder.path, "bill.spdx.json");
    const check = (content: string) => {
      writeFileSync(path, content);
      const program = "import sys; from spdx_tools.spdx.clitools.pyspdxtools import main; main(['-i', sys.argv[1]])";
      return spawnSync("python3", ["-c", program, path], { encoding: "utf8" });
    };
    expect(check(text)).toMatchObject({ status: 0, stderr: "" });
    expect(check(text.replace("CC0-1.0", "MIT")).status).not.toBe(0);
  });
});

describe.each(["cyclonedx", "spdx"])("--sbom %s", (format) => {
  test("is the same in any folder, and another for another workflow", async () => {
    using folder = project(hello);
    using copy = copyOf(folder.path);
    using other = project({ ...hello, name: "other" });
    const [first, second, third] = await Promise.all(
      [folder, copy, other].map(({ path }) => built(path, ["--sbom", format])),
    );
    expect(second?.text).toBe(first?.text);
    const idOf = (json: Data | undefined) => json?.["serialNumber"] ?? json?.["documentNamespace"];
    expect(idOf(third?.json)).not.toBe(idOf(first?.json));
    expect(first?.text).not.toContain(root);
  });

  test("has no time but SOURCE_DATE_EPOCH", async () => {
    using folder = project(hello);
    const timeOf = async (env: NodeJS.ProcessEnv) => {
      const { json } = await built(folder.path, ["--sbom", format], env);
      return json["metadata"]?.timestamp ?? json["creationInfo"]?.created;
    };
    expect(await timeOf({ SOURCE_DATE_EPOCH: "1700000000" })).toBe("2023-11-14T22:13:20Z");
    expect(await timeOf({})).toBe(format === "spdx" ? "1970-01-01T00:00:00Z" : undefined);
  });

  test("names of a workflow are data in it", async () => {
    const { settings, ...rest } = JSON.parse(workflowText(hello)) as Data;
    using folder = project(JSON.stringify({ ...rest, settings, metadata: hostile }));
    const { json, name } = await built(folder.path, ["--sbom", format]);
    expect(name).toMatch(/^[\w.-]+$/);
    const described = json["metadata"]?.component ?? json["packages"][0];
    expect(described).toMatchObject({ name: hostile.name });
    expect(described.version ?? described.versionInfo).toBe(hostile.version);
    if (format === "cyclonedx") expect(cyclonedxProblems(json)).toEqual([]);
  });
});

test("a format that is not known is a usage error, and nothing is written", async () => {
  using folder = project(hello);
  const { code, stderr } = await flowcHere(["build", ".", "--sbom", "swid"], { cwd: folder.path });
  expect([code, readdirSync(folder.path)]).toEqual([2, ["workflow.yaml"]]);
  expect(stderr).toBe('error: --sbom takes cyclonedx or spdx, not "swid"\n');
});
