import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { fewChunks } from "../../compiler/5-bundle/few-chunks.ts";

// Two commands have something in common with `run`, each something else.
const files = {
  "main.ts":
    'import { c } from "./c.ts";\nexport const load = [() => import("./run.ts"), () => import("./check.ts"), () => import("./build.ts"), c];',
  "run.ts": 'import { a } from "./a.ts";\nimport { b } from "./b.ts";\nexport const run = () => [a, b];',
  "check.ts": 'import { a } from "./a.ts";\nexport const check = () => a;',
  "build.ts": 'import { b } from "./b.ts";\nexport const build = () => b;',
  "a.ts": 'import { c } from "./c.ts";\nexport const a = () => ["a", c];',
  "b.ts": 'export const b = () => "b";',
  "c.ts": 'export const c = () => "c";',
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), "flowc-few-chunks-")));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
const options: BuildOptions = {
  absWorkingDir: folder,
  entryPoints: ["main.ts"],
  outdir: "out",
  bundle: true,
  format: "esm",
  splitting: true,
  write: false,
};

/** The modules behind each file that `run` is loaded from, but those of its command line. */
function chunksOfRun({ outputs }: Metafile): readonly (readonly string[])[] {
  const run = Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === "run.ts");
  const found = new Set(run);
  for (const name of found)
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === "import-statement") found.add(path);
  const modules = [...found].map((name) =>
    Object.keys(outputs[name]?.inputs ?? {}).filter((input) => /^[ab]\.ts$/.test(input)),
  );
  return modules.filter((names) => names.length > 0);
}

test("what a command loads is in one chunk, whatever else uses some of it", async () => {
  const { metafile: split } = await build({ ...options, metafile: true });
  expect(chunksOfRun(split)).toHaveLength(2);
  const { metafile } = await build({ ...options, plugins: [fewChunks(split, ["run.ts"])], metafile: true });
  expect(chunksOfRun(metafile)).toEqual([["a.ts", "b.ts"]]);
});

test("what comes first is loaded without what comes behind it", async () => {
  const { metafile: split } = await build({ ...options, metafile: true });
  const { metafile } = await build({ ...options, plugins: [fewChunks(split, ["check.ts", "run.ts"])], metafile: true });
  expect(chunksOfRun(metafile).flat().sort()).toEqual(["a.ts", "b.ts"]);
  const check = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === "check.ts");
  const loaded = check?.imports.flatMap(({ path }) => Object.keys(metafile.outputs[path]?.inputs ?? {})) ?? [];
  expect(loaded).toContain("a.ts");
  expect(loaded).not.toContain("b.ts");
});
