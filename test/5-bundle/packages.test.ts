import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, project, type Resource } from "../cli/project.ts";
import { flowcHere } from "../support/flowc.ts";

/** What the source map of a bundle has of esbuild's metafile: the files that something in the bundle comes from. */
interface Inputs {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
}

/** The packages that something in the bundle may come from: esbuild names the file of each module of the library's. */
async function packagesOf(resource: Resource, settings: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  using folder = project({ settings, resources: [{ actionId: "main", ...resource }] });
  expect((await flowcHere(["build", ".", "-o", "out", "--sourcemap"], { cwd: folder.path })).code).toBe(0);
  // The name of a module of the time before ES modules is its path, which must not lead through the builder's machine.
  const text = readFileSync(join(folder.path, "out", "sample.mjs"), "utf8");
  expect(text.match(/"\.\.?\/[^"\n]*node_modules[^"\n]*"/)).toBeNull();
  const { sources, sourcesContent } = JSON.parse(
    readFileSync(join(folder.path, "out", "sample.mjs.map"), "utf8"),
  ) as Inputs;
  // The library's own modules are in chunks of it.
  expect(sources).toContainEqual(expect.stringMatching(/^chunk-\w+\.js$/));
  const modules = sourcesContent.flatMap((text) => [...(text ?? "").matchAll(packageOfModule)]);
  return [...new Set(modules.map(([, name = ""]) => name))].sort();
}

const packageOfModule = /^ *\/\/ .*\bnode_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

const database = (connection: string) => ({ sqlConnections: { main: { connection } } });
const statement = { sql: { connectionName: "main", query: "SELECT 1" } };
const served = { apiServer: { routes: [{ path: "/", methods: ["GET"] }] } };

test.concurrent.each<readonly [string, Resource, Readonly<Record<string, unknown>>, readonly string[]]>([
  ["exec", command("main", "echo hello"), {}, []],
  ["python", { python: { script: "print(1)" } }, {}, []],
  ["httpClient", { httpClient: { url: "http://127.0.0.1/" } }, {}, []],
  ["chat", { chat: { model: "m", prompt: "p" } }, {}, ["openai"]],
  ["memory", { component: { name: "memory", with: { key: "k", value: "v" } } }, {}, ["better-sqlite3"]],
  ["SQLite", statement, database("sqlite::memory:"), ["better-sqlite3"]],
  ["PostgreSQL", statement, database("postgres://localhost/x"), ["pg"]],
  ["MySQL", statement, database("mysql://localhost/x"), ["mysql2"]],
  ["a service", command("main", "echo hello", { validations: { routes: ["/"] } }), served, ["hono"]],
])("of all packages a bundle with %s holds those it uses", async (_, resource, settings, needed) => {
  const found = await packagesOf(resource, settings);
  const asked = ["openai", "pg", "mysql2", "hono", "better-sqlite3", "undici", "execa", "ts-morph", "yaml", "ajv"];
  expect(asked.filter((name) => found.includes(name))).toEqual(needed);
  if (needed.length === 0) expect(found).toEqual([]);
});
