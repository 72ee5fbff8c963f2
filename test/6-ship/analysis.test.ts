import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, project, type WorkflowParts } from "../cli/project.ts";
import { flowcHere } from "../support/flowc.ts";

const query = { actionId: "main", sql: { connectionName: "db", query: "SELECT 1", timeout: "1s" } };
const database: WorkflowParts = {
  settings: { sqlConnections: { db: { connection: "sqlite::memory:" } } },
  resources: [query],
};

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly percent: number;
}

/** The tables that `flowc build --analyze` prints, each a list of rows whose first is the whole. */
function tablesIn(said: string): readonly (readonly Row[])[] {
  const tables = said.trimEnd().split("\n\n").slice(1);
  return tables.map((table) =>
    table.split("\n").map((line) => {
      const [, name = "", bytes = "", percent = ""] = /^(.*?) +([\d,]+) bytes +([\d.]+) %$/.exec(line) ?? [];
      return { name, bytes: Number(bytes.replaceAll(",", "")), percent: Number(percent) };
    }),
  );
}

async function analyzed(path: string, ...options: readonly string[]): Promise<readonly (readonly Row[])[]> {
  const { stdout, stderr, code } = await flowcHere(["build", ".", "--analyze", ...options], { cwd: path });
  expect([stdout, code], stderr).toEqual(["", 0]);
  return tablesIn(stderr);
}

describe.concurrent("flowc build --analyze", () => {
  test.each([[], ["--minify"], ["--sourcemap"], ["--minify", "--sourcemap"]])(
    "adds up to the bundle's size, largest first %j",
    async (...options) => {
      using folder = project(database);
      const [[whole, ...parts] = [], [addon] = []] = await analyzed(folder.path, ...options);
      expect(whole).toMatchObject({ name: "sample.mjs", percent: 100 });
      expect(whole?.bytes).toBe(statSync(join(folder.path, "dist", "sample.mjs")).size);
      expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(whole?.bytes);
      const sizes = parts.map(({ bytes }) => bytes);
      expect(sizes).toEqual(sizes.toSorted((first, second) => second - first));
      const names = parts.map(({ name }) => name.trim().replace(/ [\d.]+$/, ""));
      expect(names).toEqual(
        expect.arrayContaining(["package better-sqlite3", "runtime sql", "runtime run", "the workflow"]),
      );
      expect(new Set(names).size).toBe(names.length);
      expect(
        names.filter((name) => !/^(?:runtime|package) [\w/@-]+$|^the workflow$|^its provenance$|^start and/.test(name)),
      ).toEqual([]);
      expect(addon?.name).toMatch(/^better-sqlite3-.*\.node$/);
      expect(addon?.bytes).toBe(statSync(join(folder.path, "dist", addon?.name ?? "")).size);
    },
  );

  test("only what makes a date has the code of dates", async () => {
    const parts = async (response: string) => {
      using folder = project({ resources: [{ actionId: "main", apiResponse: { response } }] });
      return (await analyzed(folder.path))[0]?.map(({ name }) => name.trim()) ?? [];
    };
    expect(await parts("{{ upper(get('name') ?? '') }}")).not.toContain("runtime dates");
    expect(await parts("{{ now().Year() }}")).toContain("runtime dates");
  });

  test("gives the workflow what is its own, in bytes of UTF-8, and validators what is theirs", async () => {
    const text = "ä".repeat(50_000);
    const inputs = { size: { type: "integer", minimum: 1 } };
    using small = project({ settings: { inputs }, resources: [command("main", "echo x")] });
    using large = project({ settings: { inputs }, resources: [command("main", `echo ${text}`)] });
    const [before = []] = await analyzed(small.path);
    const [after = []] = await analyzed(large.path);
    const bytesOf = (rows: readonly Row[], name: string) => rows.find((row) => row.name.trim() === name)?.bytes ?? 0;
    const growthOf = (name: string) => bytesOf(after, name) - bytesOf(before, name);
    expect(growthOf("the workflow")).toBeGreaterThanOrEqual(100_000 - 1);
    // Its effects name the command.
    expect(growthOf("the workflow") + growthOf("its provenance")).toBe(growthOf("sample.mjs"));
    expect(bytesOf(after, "validators of its schemas")).toBeGreaterThan(300);
    for (const { name, bytes } of before) {
      if (!/workflow|provenance|mjs/.test(name)) expect(bytesOf(after, name.trim())).toBe(bytes);
    }
  });

  test("has a table for each bundle, and changes no byte of what is written", async () => {
    using folder = project(
      { name: "one", resources: [command("main", "true")] },
      { "two/workflow.yaml": JSON.stringify({ metadata: { name: "two" }, ...other }) },
    );
    const plain = await flowcHere(["build", ".", "two", "-o", "plain"], { cwd: folder.path });
    expect(plain.stderr).not.toContain("%");
    const tables = await analyzed(folder.path, "two");
    expect(tables.map(([whole]) => whole?.name)).toEqual(["one.mjs", "two.mjs"]);
    const bundle = (out: string) => readFileSync(join(folder.path, out, "one.mjs"), "utf8");
    expect(bundle("dist")).toBe(bundle("plain"));
  });
});

const other = { settings: { targetActionId: "a" }, resources: [{ actionId: "a", apiResponse: { response: 1 } }] };
