import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/flowc.ts";

// What nothing imports is not exported, and what nothing uses is not there. A type may be exported for the sake of the
// function in its file that takes or gives it. (knip, which looks for more, asks for a TypeScript older than ours.)

/** Who imports what flowc is made of. */
const readers = ["compiler", "runtime-lib", "grammar", "test", "bench", ".ci", "build.ts"];
/** What others than these modules import: commands, workers, what build.ts and bundles put in the place of packages. */
const entries =
  /^(?:compiler\/(?:main|test)\.ts|compiler\/languages\/sql\/postgres-child\/|runtime-lib\/(?:index\.ts|with-durable\.ts|durable\/sdk-telemetry\.ts|mcp\/shims\.ts|sql\/left-out\.ts|validators\/))/;

interface Module {
  readonly file: string;
  readonly text: string;
}

/** The parser of expressions imports from where it is generated to. */
const parser = { file: "compiler/2-parse/generated/parser.js", text: read("grammar/expression.peggy") };
const modules = [parser, ...readers.flatMap(filesIn).map((file) => ({ file, text: read(file) }))];

test("every export of compiler/ and runtime-lib/ is imported somewhere", () => {
  const own = modules.filter(({ file }) => /^(?:compiler|runtime-lib)\//.test(file) && !entries.test(file));
  expect(own.length).toBeGreaterThan(500);
  expect(deadExports(own, modules)).toEqual([]);
});

test("a dead export is found, whatever it is; one that is imported, or a type of its own file, is not", () => {
  const a = {
    file: "a.ts",
    text: 'export const used = 1;\nexport async function dead() {}\nexport type Dead = 1;\nexport interface Own {}\nexport function taken(own: Own) {}\nexport class Renamed {}\nexport { type Passed, given } from "./b.ts";',
  };
  const b = { file: "b.ts", text: "export type Passed = 1;\nexport const given = 2;\nexport const loaded = 3;" };
  const c = {
    file: "d/c.ts",
    text: 'import { type Passed,\n used, taken } from "../a.ts";\nimport { Renamed as Other } from "../a.ts";',
  };
  expect(deadExports([a, b], [a, b, c])).toEqual(["a.ts dead", "a.ts Dead", "a.ts given", "b.ts loaded"]);
  const loader = { file: "e.ts", text: 'const { loaded } = await import("./b.ts");' };
  expect(deadExports([b], [a, b, loader])).toEqual([]);
});

function deadExports(own: readonly Module[], all: readonly Module[]): readonly string[] {
  const imported = new Set(all.flatMap(importsOf));
  return own.flatMap(({ file, text }) =>
    exportsOf(text)
      .filter(({ name, isType }) => {
        if (imported.has(`${file} ${name}`) || imported.has(`${file} *`)) return false;
        return !isType || text.match(new RegExp(`\\b${name}\\b`, "g"))?.length === 1;
      })
      .map(({ name }) => `${file} ${name}`),
  );
}

function exportsOf(text: string): readonly { readonly name: string; readonly isType: boolean }[] {
  const declared = text.matchAll(
    /^export (?:declare |abstract |async )*(function\*?|const|let|class|interface|type) (\w+)/gm,
  );
  const listed = text.matchAll(/^export (type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, kind = "", name = ""]) => ({ name, isType: kind === "interface" || kind === "type" })),
    ...[...listed].flatMap(([, , names = ""]) => namesIn(names).map(({ outer }) => ({ name: outer, isType: false }))),
  ];
}

/** Each import as its file and the name there; `*` for what takes a module as a whole. */
function importsOf({ file, text }: Module): readonly string[] {
  const path = (specifier: string) => join(dirname(file), specifier);
  const named = text.matchAll(/\b(?:import|export)(?: type)? (?:\w+, )?\{([^}]*)\} from "(\.[^"]+)"/g);
  const whole = text.matchAll(/(?:\bimport\(\s*|\bimport \* as \w+ from |\bexport \* from )"(\.[^"]+)"/g);
  return [
    ...[...named].flatMap(([, names = "", from = ""]) => namesIn(names).map(({ inner }) => `${path(from)} ${inner}`)),
    ...[...whole].map(([, from = ""]) => `${path(from)} *`),
  ];
}

/** `type First, second as third`: the name in the module, and the one outside. */
function namesIn(list: string): readonly { readonly inner: string; readonly outer: string }[] {
  const names = list.split(",").map((one) => one.trim().replace(/^type /, ""));
  return names
    .filter((name) => name !== "")
    .map((name) => {
      const [inner = "", outer = inner] = name.split(" as ");
      return { inner, outer };
    });
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function filesIn(path: string): readonly string[] {
  if (path.endsWith(".ts")) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .map((name) => relative(root, join(root, path, name)))
    .filter((name) => /\.tsx?$/.test(name) && !/\.d\.ts$|\/(?:generated|node_modules|fixtures)\//.test(name));
}
