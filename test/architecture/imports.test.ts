import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/flowc.ts";

// Data flows one way, and each library has one place (ARCHITECTURE.md). What is broken here is the design, not a style.

interface Import {
  readonly from: string;
  /** A path from the root for files of the project, else the specifier. */
  readonly to: string;
}

const sources = ["compiler", "runtime-lib", "grammar"].flatMap(sourcesIn);
const imports = [...sources, "build.ts"].flatMap(importsOf);

describe("the direction of imports", () => {
  test("there is something to hold against the rules", () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(phaseOf("compiler/3-check/rules/list.ts")).toBe(3);
  });

  test("a numbered phase imports only its own folder, lower numbers, the nouns, the tree kit, describe/, languages/ and the tables", () => {
    const wrong = imports.filter(({ from, to }) => {
      const phase = phaseOf(from);
      if (phase === undefined || !to.startsWith("compiler/")) return false;
      const other = phaseOf(to);
      if (other !== undefined) return other > phase;
      if (/^compiler\/describe\//.test(to)) return phase < 4;
      if (/^compiler\/languages\//.test(to)) return phase < 3;
      return !/^compiler\/(?:nouns|spelling|tree|executors|functions)\//.test(to);
    });
    expect(wrong).toEqual([]);
  });

  test("no phase imports the driver", () => {
    const drivers = ["compiler/compile.ts", "compiler/compile-expression.ts", "compiler/main.ts", "compiler/test.ts"];
    expect(imports.filter(({ from, to }) => phaseOf(from) !== undefined && drivers.includes(to))).toEqual([]);
  });

  test("only the drivers, the command and what flowc/test exports stand at the top of compiler/", () => {
    expect(sources.filter((file) => dirname(file) === "compiler").sort()).toEqual(
      ["compile-expression", "compile", "main", "test"].map((name) => `compiler/${name}.ts`).sort(),
    );
  });

  test("nouns import only nouns and libraries of node", () => {
    const nouns = imports.filter(({ from }) => from.startsWith("compiler/nouns/"));
    expect(nouns.filter(({ to }) => !to.startsWith("compiler/nouns/") && !to.startsWith("node:"))).toEqual([]);
  });

  test("describe/ imports only itself, the tree kit, the tables and the nouns", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith("compiler/describe/") &&
        to !== "openapi-types" &&
        !/^compiler\/(?:describe|nouns|tree|executors|functions)\//.test(to),
    );
    expect(wrong).toEqual([]);
  });

  test("executors/ imports only itself, nouns, the tree kit, spelling/ and functions/", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith("compiler/executors/") && !/^compiler\/(?:executors|nouns|tree|spelling|functions)\//.test(to),
    );
    expect(wrong).toEqual([]);
  });

  test("languages/ imports only itself, nouns, spelling, the executors, the text of fields, its libraries and those of node", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith("compiler/languages/") &&
        !/^(?:node:|web-tree-sitter$|better-sqlite3$|libpg-query$|@electric-sql\/pglite$|@humanwhocodes\/momoa$)/.test(
          to,
        ) &&
        !/^compiler\/(?:(?:languages|nouns|spelling|executors)\/|2-parse\/written-text)/.test(to),
    );
    expect(wrong).toEqual([]);
  });

  test("spelling/ and functions/ import only themselves and nouns; tree/ the functions too", () => {
    const wrong = imports.filter(({ from, to }) => {
      const folder = /^compiler\/(?:spelling|tree|functions)\//.exec(from)?.[0];
      const isKnown = folder === "compiler/tree/" && to.startsWith("compiler/functions/");
      return folder !== undefined && !isKnown && !to.startsWith(folder) && !to.startsWith("compiler/nouns/");
    });
    expect(wrong).toEqual([]);
  });

  test("report/ imports only itself, nouns, libraries of node and the width of texts", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith("compiler/report/") &&
        !to.startsWith("compiler/report/") &&
        !to.startsWith("node:") &&
        !["string-width", "sarif"].includes(to) &&
        !to.startsWith("compiler/nouns/"),
    );
    expect(wrong).toEqual([]);
  });

  test("runtime-lib imports only itself, node: and the libraries of its executors, its server, its schedules and durable runs", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith("runtime-lib/") &&
        !/^(?:runtime-lib\/|node:|execa$|better-sqlite3$|croner$|pg$|mysql2$|hono(?:$|\/)|@hono\/node-server$|openai\/|@modelcontextprotocol\/server(?:$|\/)|@opentelemetry\/otlp-transformer$|@dbos-inc\/dbos-sdk(?:$|\/)|ajv\/dist\/runtime\/)/.test(
          to,
        ),
    );
    expect(wrong).toEqual([]);
  });

  test("the compiler imports runtime-lib only in cli/, but for regular expressions, functions to evaluate constants, what effects are, and the options of a run", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith("compiler/") &&
        to.startsWith("runtime-lib/") &&
        !from.startsWith("compiler/cli/") &&
        !from.startsWith("compiler/3-check/constants/") &&
        !(from.startsWith("compiler/testing/simulate/") && to === "runtime-lib/run/effects.ts") &&
        !(from === "compiler/4-emit/declaration.ts" && to === "runtime-lib/run/caller-options.ts") &&
        !from.startsWith("compiler/page/") &&
        !/^runtime-lib\/regex(?:\.ts$|\/)/.test(to),
    );
    expect(wrong).toEqual([]);
  });

  test("page/, which runs in browsers, imports only itself, its libraries and, as types, events and drawings", () => {
    const wrong = imports.filter(
      ({ from, to }) => from.startsWith("compiler/page/") && !/^(?:compiler\/page\/|preact(?:$|\/)|d3-array$)/.test(to),
    );
    const allowed = ["compiler/draw/drawing.ts", "runtime-lib/run/events.ts"];
    expect(wrong.filter(({ to }) => !allowed.includes(to))).toEqual([]);
    const values = wrong.filter(({ from, to }) => {
      const name = /([^/]+)$/.exec(to)?.[1] ?? "";
      return !new RegExp(`import type [^;]*/${name}"`).test(readFileSync(join(root, from), "utf8"));
    });
    expect(values).toEqual([]);
  });

  test("nothing imports tests, benchmarks or examples", () => {
    expect(imports.filter(({ to }) => /^(?:test|bench|examples|dist)\//.test(to))).toEqual([]);
  });

  test("no cycles between the folders of the compiler", () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [here, there] = [folderOf(from), folderOf(to)];
      if (here !== there && there !== undefined && here !== undefined)
        edges.set(here, (edges.get(here) ?? new Set()).add(there));
    }
    const reaches = (start: string): Set<string> => {
      const seen = new Set<string>();
      const visit = (folder: string): void => {
        for (const next of edges.get(folder) ?? []) {
          if (seen.has(next)) continue;
          seen.add(next);
          visit(next);
        }
      };
      visit(start);
      return seen;
    };
    expect([...edges.keys()].filter((folder) => reaches(folder).has(folder))).toEqual([]);
  });
});

describe("single importers", () => {
  test.each([
    ["yaml", /^yaml(?:$|\/)/, /^compiler\/(?:1-load\/|6-ship\/yaml-text)/, 4],
    ["ts-morph", /^ts-morph$/, /^compiler\/4-emit\//, 1],
    ["esbuild", /^esbuild$/, /^(?:compiler\/5-bundle\/|build\.ts$)/, 5],
    ["peggy", /^peggy$/, /^grammar\//, 1],
    ["better-sqlite3", /^better-sqlite3$/, /^(?:runtime-lib\/|compiler\/languages\/sql\/sqlite-database)/, 2],
    ["libpg-query", /^libpg-query$/, /^compiler\/languages\/sql\/postgres-child\//, 2],
    ["momoa", /^@humanwhocodes\/momoa$/, /^compiler\/languages\/json\//, 1],
    ["execa", /^execa$/, /^(?:runtime-lib\/|compiler\/cli\/component\/npm)/, 2],
    ["web-tree-sitter", /^web-tree-sitter$/, /^compiler\/languages\/load-grammar/, 1],
    ["pg", /^pg$/, /^runtime-lib\/(?:sql|durable)\//, 6],
    ["DBOS", /^@dbos-inc\/dbos-sdk/, /^runtime-lib\/durable\//, 20],
    ["what DBOS does not document", /^@dbos-inc\/dbos-sdk\//, /^runtime-lib\/durable\/internals/, 1],
    ["mysql2", /^mysql2$/, /^runtime-lib\/sql\/mysql/, 2],
    ["the generated expression parser", /^compiler\/2-parse\/generated\/expression-parser/, /^compiler\/2-parse\//, 1],
    ["the generated validators", /^compiler\/2-parse\/generated\/validators/, /^compiler\/2-parse\//, 1],
  ])("%s", (_name, library, allowed, most) => {
    const importers = new Set(imports.filter(({ to }) => library.test(to)).map(({ from }) => from));
    // A type declaration may stand before the generated file.
    const values = [...importers].filter((file) => !file.endsWith(".d.ts"));
    expect(values.filter((file) => !allowed.test(file))).toEqual([]);
    expect(values.length).toBeLessThanOrEqual(most);
  });

  test("ajv is where schemas are: 2-parse builds validators, 3-check and 4-emit those of inputs, which call runtime-lib; testing holds results against theirs", () => {
    const importers = new Set(imports.filter(({ to }) => /^ajv(?:$|\/)/.test(to)).map(({ from }) => folderOf(from)));
    for (const folder of importers)
      expect(["compiler/2-parse", "compiler/3-check", "compiler/4-emit", "compiler/testing", "runtime-lib"]).toContain(
        folder,
      );
  });
});

describe("what is kept in the repository", () => {
  const files = trackedFiles();
  const texts = files.flatMap((file) => {
    const bytes = readFileSync(join(root, file));
    return bytes.includes(0) ? [] : [{ file, text: bytes.toString("utf8") }];
  });

  test.each([
    [
      "a registry's host name",
      /\bhttps?:\/\/(?!registry\.npmjs\.org\/)[\w.-]*(?:registry|artifactory|nexus|verdaccio|mirror)[\w.-]*/i,
      // The words of others: they name npm's own.
      ["compiler/6-ship/node-license.txt"],
    ],
    ["a resolved address in the lock file", /"resolved":/, []],
    ["a path of the machine it was written on", /(?<![\w.])\/work\/(?:main|shared)\b/, []],
    ["a number of an issue", /\bissues? #?\d+\b/i, ["package-lock.json"]],
  ])("never %s", (_what, pattern, except) => {
    const self = "test/architecture/imports.test.ts";
    const found = texts.filter(
      ({ file, text }) => file !== self && !except.includes(file as never) && pattern.test(text),
    );
    expect(found.map(({ file, text }) => `${file}: ${pattern.exec(text)?.[0]}`)).toEqual([]);
  });

  test("no generated parser, no build, no native addon", () => {
    expect(
      files.filter((file) => /(?:^|\/)(?:generated|dist|node_modules)\//.test(file) || file.endsWith(".node")),
    ).toEqual([]);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => /\.[cm]?tsx?$/.test(name) && !name.includes("/generated/"));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  const statements = text.matchAll(
    /^\s*(?:import|export)\b[^;"'()=]*?\bfrom\s*["']([^"'\n]+)["']|^\s*import\s*["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)/gm,
  );
  return [...statements].map(([, named, bare, dynamic]) => {
    const specifier = named ?? bare ?? dynamic ?? "";
    const local = specifier.startsWith(".");
    return { from: file, to: local ? relative(root, join(root, dirname(file), specifier)) : specifier };
  });
}

/** The number of a phase, for files in one. */
function phaseOf(file: string): number | undefined {
  const number = /^compiler\/(\d)-/.exec(file)?.[1];
  return number === undefined ? undefined : Number(number);
}

function folderOf(file: string): string | undefined {
  return /^compiler\/[^/]+(?=\/)/.exec(file)?.[0] ?? /^(?:runtime-lib|grammar)(?=\/)/.exec(file)?.[0];
}

/** Files that git tracks or would: where there is no git, all but what is built. */
function trackedFiles(): string[] {
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  const isFile = (file: string) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true;
  return list.split("\0").filter((file) => file !== "" && isFile(file));
}
