import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { emittedModule } from "./support/emitted-module.ts";
import { eventsOf, flowcHere, root, runProgram, temporaryFolder } from "./support/flowc.ts";
import { lacksProgram } from "./support/programs.ts";

// test/fixtures/err/<case>/: a workflow and expected.txt, what `flowc check` prints for it.
// test/fixtures/ok/<case>/: a workflow that checks clean, with expected.ts (the emitted module), expected.stdout and
// expected.events (a line an event: kind, actionId, failureClass) of its bundle; args.json holds its arguments.
// UPDATE=1 npm run unit rewrites what is expected; FILTER=hello npm run unit -- test/fixtures runs those with that in their names.

const fixtures = join(import.meta.dirname, "fixtures");
const filter = process.env["FILTER"] ?? "";

/** What a case of each kind may expect, beside its workflow. */
const expectations: Readonly<Record<string, readonly string[]>> = {
  err: ["expected.txt"],
  ok: ["expected.ts", "expected.stdout", "expected.events"],
};

test("there are cases, also where FILTER says which", () => {
  expect([...casesIn("err"), ...casesIn("ok")], `FILTER=${filter}`).not.toEqual([]);
});

describe.each(casesIn("err"))("err/%s", (name) => {
  test("is reported as expected", async () => {
    const folder = join(fixtures, "err", name);
    const { stdout, stderr, code } = await flowcHere(["check", "."], { cwd: folder });
    expect(stdout).toBe("");
    expectFile(join(folder, "expected.txt"), stderr);
    expect(code).toBe(/: error: /.test(stderr) ? 1 : 0);
  });
});

describe.each(casesIn("ok"))("ok/%s", (name) => {
  const folder = join(fixtures, "ok", name);

  test("checks clean and gives the expected module", async () => {
    const { stderr, code } = await flowcHere(["check", "."], { cwd: folder });
    expect(stderr).not.toContain(": error: ");
    expect(code).toBe(0);
    expectFile(join(folder, "expected.ts"), emittedModule(folder));
  });

  test("runs as expected", async (context) => {
    if (lacksProgram(name)) return context.skip();
    using out = temporaryFolder();
    expect((await flowcHere(["build", folder, "-o", out.path])).code).toBe(0);
    const bundle = readdirSync(out.path).find((file) => file.endsWith(".mjs"));
    const args = existsSync(join(folder, "args.json"))
      ? JSON.parse(readFileSync(join(folder, "args.json"), "utf8"))
      : [];
    const memory = { HOME: out.path };
    const { stdout, stderr } = await runProgram(join(out.path, bundle ?? ""), ["--events", ...args], {
      cwd: folder,
      env: { ...process.env, ...memory },
    });
    expectFile(join(folder, "expected.stdout"), stdout);
    if (stdout !== "") await expectFitting(join(out.path, bundle ?? ""), stdout.slice(0, -1));
    const events = eventsOf(stderr).map(({ event, actionId = "-", failureClass = "" }) =>
      `${event} ${actionId} ${failureClass}`.trim(),
    );
    expectFile(join(folder, "expected.events"), `${events.join("\n")}\n`);
  });
});

test("every case is a folder with a workflow and with all that it expects, and nothing else is expected", () => {
  const wrong = Object.entries(expectations).flatMap(([kind, names]) =>
    readdirSync(join(fixtures, kind)).flatMap((name) => {
      const files = readdirSync(join(fixtures, kind, name));
      const belongsToNothing = files.filter((file) => file.startsWith("expected") && !names.includes(file));
      const missing = names.filter((file) => !files.includes(file));
      return [
        ...(files.some((file) => /^workflow\.ya?ml$/.test(file)) ? [] : [`${kind}/${name} has no workflow`]),
        ...belongsToNothing.map((file) => `${kind}/${name}/${file} belongs to nothing`),
        ...missing.map((file) => `${kind}/${name}/${file} is missing: UPDATE=1 writes it`),
      ];
    }),
  );
  expect(wrong).toEqual([]);
});

/** The result, text or JSON, is what the tool of an agent is said to give. */
async function expectFitting(bundle: string, result: string): Promise<void> {
  const { tool } = await import(pathToFileURL(bundle).href);
  const validate = new Ajv2020({ strict: false }).compile(tool.outputSchema);
  const isText = tool.outputSchema.properties.result?.type === "string";
  validate(tool.structured(isText ? result : JSON.parse(result)));
  expect(validate.errors).toBe(null);
}

function casesIn(kind: string): string[] {
  return readdirSync(join(fixtures, kind))
    .filter((name) => name.includes(filter))
    .sort();
}

function expectFile(path: string, actual: string): void {
  if (process.env["UPDATE"] === "1" && process.env["CI"] === undefined) writeFileSync(path, actual);
  const shown = path.slice(root.length + 1);
  expect(existsSync(path), `${shown} is missing: UPDATE=1 writes it`).toBe(true);
  expect(actual, `${shown} is stale: UPDATE=1 rewrites it`).toBe(readFileSync(path, "utf8"));
}
