import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Origins } from "../../compiler/5-bundle/origins.ts";
import { command, project } from "../cli/project.ts";
import { flowcHere, root, runProgram, temporaryFolder } from "../support/flowc.ts";

const origins = JSON.parse(readFileSync(join(root, "dist", "runtime", "origins.json"), "utf8")) as Origins;
const examples = readdirSync(join(root, "examples"));

/** Lines that stand in modules of one package only, by the package: found without the tables that flowc uses. */
const linesOf = distinctLines();

/** The packages that a line of the bundle's text gives away. */
function packagesIn(bundle: string): readonly string[] {
  const lines = new Set(bundle.split("\n").map((line) => line.trim()));
  return [...linesOf].flatMap(([name, own]) => (own.some((line) => lines.has(line)) ? [name] : [])).sort();
}

/** The names in the list of a text of notices. */
function packagesNamed(notices: string): readonly string[] {
  return [...notices.matchAll(/^ {2}(\S+) \S+: (\S+)$/gm)].map(([, name = ""]) => name);
}

async function built(path: string, ...options: readonly string[]) {
  using out = temporaryFolder();
  const { stderr, code } = await flowcHere(["build", path, "-o", out.path, ...options]);
  expect(code, stderr).toBe(0);
  const name = readdirSync(out.path).find((file) => file.endsWith(".mjs")) ?? "";
  return {
    bundle: readFileSync(join(out.path, name), "utf8"),
    notices: readFileSync(join(out.path, name.replace(".mjs", ".licenses.txt")), "utf8"),
  };
}

const statement = { actionId: "main", sql: { connectionName: "db", query: "SELECT 1", timeout: "1s" } };
const database = (connection: string) => ({
  settings: { sqlConnections: { db: { connection } } },
  resources: [statement],
});

describe.concurrent("the notices beside a bundle name the packages inside, and no other", () => {
  test.each(examples)("examples/%s", async (name) => {
    const { bundle, notices } = await built(join(root, "examples", name));
    expect(packagesNamed(notices)).toEqual(["flowc", ...packagesIn(bundle)].sort());
  });

  test.each([
    ["PostgreSQL", database("postgres://localhost/x"), [], ["pg", "pg-types", "pgpass", "postgres-array", "split2"]],
    ["MySQL", database("mysql://localhost/x"), [], ["mysql2", "long", "iconv-lite"]],
    [
      "an MCP server",
      { resources: [command("main", "true")] },
      ["--target", "mcp"],
      ["@modelcontextprotocol/server", "zod"],
    ],
    ["execa", { resources: [command("main", "true")] }, ["--platform", "win32-x64"], ["execa", "signal-exit"]],
    ["nothing", { resources: [command("main", "true")] }, [], []],
  ] as const)("%s", async (_, workflow, options, some) => {
    using folder = project(workflow);
    const { bundle, notices } = await built(folder.path, ...options);
    const named = packagesNamed(notices);
    expect(named).toEqual(["flowc", ...packagesIn(bundle)].sort());
    expect(named).toEqual(expect.arrayContaining([...some]));
    if (some.length === 0) expect(named).toEqual(["flowc"]);
  });

  test("what a validator takes from ajv is named too", async () => {
    const inputs = {
      tags: { enum: [{ a: 1 }, { b: 2 }] },
      name: { type: "string", maxLength: 3 },
    };
    using folder = project({ settings: { inputs }, resources: [command("main", "true")] });
    const { bundle, notices } = await built(folder.path);
    expect(bundle).toMatch(/function equal\d*\(/);
    expect(packagesNamed(notices)).toEqual(["ajv", "fast-deep-equal", "flowc"]);
  });

  test("also where flowc is installed as a dependency, beside ajv", async () => {
    using folder = project({
      settings: { inputs: { tags: { enum: [{ a: 1 }, { b: 2 }] } } },
      resources: [command("main", "true")],
    });
    const installed = join(folder.path, "node_modules");
    cpSync(join(root, "dist"), join(installed, "flowc", "dist"), { recursive: true });
    cpSync(join(root, "package.json"), join(installed, "flowc", "package.json"));
    for (const name of readdirSync(join(root, "node_modules"))) {
      if (name === "ajv" || name === "fast-deep-equal")
        cpSync(join(root, "node_modules", name), join(installed, name), { recursive: true });
      else if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(installed, name));
    }
    const { stderr, code } = await runProgram(join(installed, "flowc", "dist", "main.js"), ["build", "."], {
      cwd: folder.path,
      env: { ...process.env, XDG_CACHE_HOME: join(folder.path, "cache") },
    });
    expect(code, stderr).toBe(0);
    const notices = readFileSync(join(folder.path, "dist", "sample.licenses.txt"), "utf8");
    expect(packagesNamed(notices)).toEqual(["ajv", "fast-deep-equal", "flowc"]);
    expect(notices).toContain("Copyright (c) 2015-2021 Evgeny Poberezkin");
  });

  test("a minified bundle has the same", async () => {
    const path = join(root, "examples", "assistant");
    expect((await built(path, "--minify")).notices).toBe((await built(path)).notices);
  });
});

test("the addon is named, with the licence of SQLite", async () => {
  const { notices } = await built(join(root, "examples", "visits"));
  expect(notices).toMatch(/^better-sqlite3-[\d.]+-\w+-\w+\.node is better-sqlite3 with SQLite, [^\n]*public domain/m);
});

test("each licence is there as its package has it, once", async () => {
  const { notices } = await built(join(root, "examples", "assistant"));
  const license = readFileSync(join(root, "node_modules", "openai", "LICENSE"), "utf8").trimEnd();
  expect(notices.split(license)).toHaveLength(2);
  // openai has a part from others, with a licence of its own.
  expect(notices).toContain("BSD 3-Clause License");
  expect(notices).toContain(readFileSync(join(root, "LICENSE"), "utf8").trimEnd());
});

test("flowc's own package brings the notices of all that is bundled into it, of licences that allow it", () => {
  const notices = readFileSync(join(root, "dist", "third-party-notices.txt"), "utf8");
  const named = packagesNamed(notices);
  expect(named).toEqual(expect.arrayContaining(["yaml", "peggy", "openai", "pg", "mysql2", "hono", "zod", "chokidar"]));
  expect(named).toEqual(expect.arrayContaining([...linesOf.keys()]));
  const licenses = [...notices.matchAll(/^ {2}\S+ \S+: (.*)$/gm)].map(([, license]) => license);
  expect(licenses).toHaveLength(named.length);
  for (const license of licenses)
    expect(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"]).toContain(license);
  for (const { texts } of Object.values(origins.packages)) expect(texts.length).toBeGreaterThan(0);
});

function distinctLines(): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string | undefined>();
  for (const [owner, line] of ownedLines()) {
    owners.set(line, owners.has(line) && owners.get(line) !== owner ? undefined : owner);
  }
  const lines = new Map<string, string[]>();
  for (const [line, owner] of owners) {
    if (owner !== undefined && owner !== "flowc") lines.set(owner, [...(lines.get(owner) ?? []), line]);
  }
  return lines;
}

/** Every line of the runtime library, with the package that it is from. */
function ownedLines(): readonly (readonly [owner: string, line: string])[] {
  const folder = join(root, "dist", "runtime");
  const built = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const texts = built.map((file) => readFileSync(join(folder, file), "utf8"));
  return texts.flatMap((text) => {
    const modules = text.split(/^(?=\/\/ (?:node_modules|runtime-lib)\/)/m);
    return modules.flatMap((module) => {
      const owner = /^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? "flowc";
      const lines = module.split("\n").map((line) => line.trim());
      return lines.filter(tellsApart).map((line) => [owner, line] as const);
    });
  });
}

/** Short lines may stand anywhere. In these names that are taken get a number, so that they come to look like others. */
function tellsApart(line: string): boolean {
  return line.length >= 20 && !/^(?:import|module\.exports)\b|[a-z]\d/.test(line);
}
