import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findPackage } from "../../languages/find-package.ts";
import type { Linters } from "../../languages/lint/linters.ts";
import { findPglite } from "../../languages/sql/postgres.ts";
import type { ToolUse } from "../../nouns/lint.ts";
import type { SqlAsked } from "../../nouns/sql.ts";
import type { Context } from "../shared/context.ts";

/** What a check has asked. */
interface Asked {
  /** Undefined where none was to be asked. */
  readonly linters: Linters | undefined;
  readonly checked: readonly { readonly folder: string; readonly asked: readonly SqlAsked[] }[];
}

/** Says which programs and packages beside flowc the check found, and what each has read. */
export function sayTools({ linters, checked }: Asked, { packageFolder, workingFolder, say }: Context): void {
  const folder = checked[0]?.folder ?? workingFolder;
  const linting = linters?.uses(folder) ?? [];
  const databases = databaseTools([...checked.map((one) => one.folder), folder, packageFolder], packageFolder).map(
    ({ reads, ...tool }): ToolUse => {
      const read = checked.flatMap(({ asked }) => asked.filter(reads));
      return { ...tool, asked: sum(read, "statements"), known: sum(read, "known") };
    },
  );
  say(["tools:", ...[...linting, ...databases].map(line)].join("\n"));
  if (linters === undefined) say("Ruff and ShellCheck are not asked: FLOWC_LINTERS is off");
}

interface DatabaseTool extends Omit<ToolUse, "asked" | "known"> {
  readonly reads: (asked: SqlAsked) => boolean;
}

function databaseTools(folders: readonly string[], packageFolder: string): readonly DatabaseTool[] {
  const pglite = findPglite(folders);
  const sqlite = findPackage("better-sqlite3", [packageFolder]);
  const parser = JSON.parse(readFileSync(join(packageFolder, "engines", "libpg-query.json"), "utf8")) as ToolVersion;
  return [
    {
      name: "PGlite",
      purpose: "statements of PostgreSQL against their schema",
      found: pglite && { version: pglite.version, place: pglite.folder },
      install: "npm install --save-dev @electric-sql/pglite",
      reads: ({ dialect, hasSchema }) => dialect === "postgres" && hasSchema,
    },
    {
      name: "libpg-query",
      purpose: "syntax of PostgreSQL",
      found: { version: parser.version, place: "a part of flowc" },
      install: "",
      reads: ({ dialect }) => dialect === "postgres",
    },
    {
      name: "better-sqlite3",
      purpose: "statements of SQLite",
      found: sqlite && { version: sqlite.version, place: sqlite.folder },
      install: "npm install better-sqlite3",
      reads: ({ dialect }) => dialect === "sqlite",
    },
  ];
}

interface ToolVersion {
  readonly version: string;
}

function sum(all: readonly SqlAsked[], key: "statements" | "known"): number {
  return all.reduce((total, one) => total + one[key], 0);
}

function line({ name, purpose, found, install, asked, known }: ToolUse): string {
  if (found === undefined) return `  ${name}, for ${purpose}: not installed (${install})`;
  const read =
    asked === 0 ? "nothing to read" : `${asked} read${known === 0 ? "" : `, ${known} of them in an earlier check`}`;
  return `  ${name} ${found.version}, for ${purpose}: ${read} (${found.place})`;
}
