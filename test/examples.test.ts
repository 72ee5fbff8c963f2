import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleArguments, exampleNames, examplesFolder, surroundingsOf } from "./support/examples.ts";
import { flowc, flowcHere, runProgram, temporaryFolder } from "./support/flowc.ts";
import { serveModel } from "./support/model.ts";
import { nodeProgram } from "./support/nodes.ts";
import { lacksProgram } from "./support/programs.ts";

describe.each(exampleNames)("examples/%s", (name) => {
  const folder = join(examplesFolder, name);

  test("checks clean and says in its README how to run it", async () => {
    const { stderr, code } = await flowcHere(["check", folder]);
    expect([stderr.replace(/^next run of .*\n/m, ""), code]).toEqual(["1 workflow checked: no problems\n", 0]);
    expect(readFileSync(join(folder, "README.md"), "utf8")).toContain(`npx flowc run examples/${name}`);
  });

  test("gives the expected result", async (context) => {
    if (lacksProgram(name)) return context.skip();
    using home = temporaryFolder();
    await using surroundings = await surroundingsOf(name);
    const env = { HOME: home.path, ...surroundings.env };
    const args = exampleArguments(name, home.path);
    const { stdout, stderr, code } = await flowc(["run", folder, ...args], { env });
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toBe(readFileSync(join(folder, "expected.stdout"), "utf8"));
  });
});

test("the memory of examples/visits lasts from run to run", async () => {
  using home = temporaryFolder();
  const visit = () => flowc(["run", join(examplesFolder, "visits")], { env: { HOME: home.path } });
  expect(JSON.parse((await visit()).stdout).response).toMatchObject({ visits: 1, before: "" });
  expect(JSON.parse((await visit()).stdout).response).toMatchObject({ visits: 2, before: "1" });
  expect(existsSync(join(home.path, ".flowc", "memory.db"))).toBe(true);
});

test("an agent calls examples/price-tool without asking, as it changes nothing", async () => {
  using home = temporaryFolder();
  const call = { name: "price-tool", arguments: { article: "pen", copies: 12 } };
  await using model = await serveModel({ calls: [call] }, "15.42 euros");
  const env = { HOME: home.path, OPENAI_BASE_URL: model.baseUrl };
  const folder = join(examplesFolder, "price-tool");
  const { stdout, stderr } = await flowc(["agent", folder, "--model", "m", "What do 12 pens cost?"], { env });
  expect(stdout).toBe("15.42 euros\n");
  expect(stderr).toMatch(/^price-tool\(\{"article":"pen","copies":12\}\) [\d.]+m?s\n$/);
  const told = model.asked()[1].messages.at(-1).content;
  expect(`${told}\n`).toBe(readFileSync(join(folder, "expected.stdout"), "utf8"));
});

test("under Node 20 a bundle says in one line what it needs", async (context) => {
  const node = nodeProgram(20);
  if (node === undefined) return context.skip();
  using out = temporaryFolder();
  await flowcHere(["build", join(examplesFolder, "hello"), "-o", out.path]);
  const { stdout, stderr, code } = await runProgram(join(out.path, "hello.mjs"), [], { node });
  expect([stdout, stderr, code]).toEqual(["", "this flowc bundle needs Node 22.14 or later; this is Node 20.8.0\n", 2]);
});
