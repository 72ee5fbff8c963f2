import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, flowc, flowcHere, runProgram, temporaryFolder } from "../support/flowc.ts";
import { command, project, type Resource } from "./project.ts";

const secret = "s3cr3t-T0ken-of-mine";
const env = { FLOWC_TEST_SECRET: secret };
const read = "env('FLOWC_TEST_SECRET')";

/** Runs resources with the secret set; everything they say, on both streams, and with `--events`. */
async function said(resource: Resource, settings: Readonly<Record<string, unknown>> = {}) {
  using folder = project({ settings, resources: [resource] });
  const plain = await flowc(["run", "."], { cwd: folder.path, env });
  const events = await flowc(["run", ".", "--events"], { cwd: folder.path, env });
  return {
    plain: plain.stderr,
    events: events.stderr,
    messages: eventsOf(events.stderr).map(({ message = "" }) => message),
  };
}

const leaks: readonly (readonly [string, Resource])[] = [
  ["the last line of stderr", command("a", `echo "no {{ ${read} }}" >&2; exit 1`)],
  ["after string functions", command("a", `echo "no {{ upper(${read}) }} {{ toBase64(${read}) }}" >&2; exit 1`)],
  ["split", command("a", `echo "no {{ split(${read}, '-')[1] + '-of-mine' }}" >&2; exit 1`)],
  ["a folder", { actionId: "a", exec: { command: "true", workingDir: `/nowhere/{{ ${read} }}` } }],
  ["a program", { actionId: "a", exec: { command: `{{ ${read} }}`, args: [] } }],
  ["by the environment", { actionId: "a", exec: { command: 'echo "$T" >&2; exit 1', env: { T: `{{ ${read} }}` } } }],
  [
    "the message of a check",
    {
      actionId: "a",
      validations: { check: `${read} == ''`, error: { message: `got {{ ${read} }}` } },
      exec: { command: "true" },
    },
  ],
  ["an expression that fails", { actionId: "a", before: `set('n', int(${read}))` }],
  ["by get with a hint", command("a", "echo \"no {{ get('FLOWC_TEST_SECRET', 'env') }}\" >&2; exit 1")],
  [
    "a retry",
    command("a", `echo "no {{ ${read} }}" >&2; exit 1`, {
      onError: { action: "retry", maxRetries: 1, retryDelay: "1ms" },
    }),
  ],
  ["an item", { actionId: "a", items: [1], exec: { command: `echo {{ ${read} }} >&2; exit {{ item }}` } }],
];

/** Prints all that an error of run() has, its causes and its stack too. */
const caller = `import { run } from "./sample.mjs";
import { inspect } from "node:util";
await run().catch((error) => console.log(inspect(error, { depth: 9, showHidden: true })));
`;

describe.concurrent("a value read by env() leaves in no message", () => {
  test.each(leaks)("%s", async (_how, resource) => {
    const { plain, events, messages } = await said(resource);
    for (const text of [plain, events]) {
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      expect(text).not.toContain(Buffer.from(secret).toString("base64"));
      expect(text).not.toContain("of-mine");
    }
    expect(plain).toContain("***");
    expect(messages.at(-1)).toContain("***");
  });

  test("by agentSettings.env", async () => {
    const settings = { agentSettings: { env: { TOKEN: `{{ ${read} }}` } } };
    const { plain } = await said(command("a", 'echo "no $TOKEN" >&2; exit 1'), settings);
    expect(plain).toBe('error: "a" failed: exit code 1: no *** [tool_runtime]\n');
  });

  test("inside a component", async () => {
    const inner = {
      metadata: { name: "in" },
      interface: { inputs: [{ name: "t", type: "string" }] },
      resources: [command("x", "echo {{ get('t') }} >&2; exit 1")],
    };
    using folder = project(
      { resources: [{ actionId: "a", component: { name: "in", with: { t: `{{ ${read} }}` } } }] },
      { "components/in/component.yaml": JSON.stringify(inner) },
    );
    const { stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path, env });
    expect(stderr).not.toContain(secret);
    expect(eventsOf(stderr).map(({ message }) => message)).toContain("exit code 1: ***");
  });

  test("nor in what run() rejects with, nor in the bundle", async () => {
    using folder = project({ resources: [command("a", `echo "no {{ ${read} }}" >&2; exit 1`)] });
    using out = temporaryFolder();
    await flowcHere(["build", ".", "-o", out.path], { cwd: folder.path, env });
    const bundle = join(out.path, "sample.mjs");
    expect(readFileSync(bundle, "utf8")).not.toContain(secret);
    writeFileSync(join(out.path, "caller.mjs"), caller);
    const { stdout } = await runProgram(join(out.path, "caller.mjs"), [], { env: { ...process.env, ...env } });
    expect(stdout).toContain('"a" failed: exit code 1: no ***');
    expect(stdout).not.toContain(secret);
  });

  test("the result is the author's own", async () => {
    using folder = project({ resources: [command("a", `echo "{{ ${read} }}"`)] });
    const { stdout } = await flowc(["run", "."], { cwd: folder.path, env });
    expect(stdout).toBe(`${secret}\n`);
  });

  test("values that are not read stay what they are", async () => {
    using folder = project({ resources: [command("a", 'echo "no $FLOWC_TEST_SECRET" >&2; exit 1')] });
    const { stderr } = await flowc(["run", "."], { cwd: folder.path, env });
    expect(stderr).toBe(`error: "a" failed: exit code 1: no ${secret} [tool_runtime]\n`);
  });
});
