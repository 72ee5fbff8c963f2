import { describe, expect, test } from "vitest";
import { flowc } from "../support/flowc.ts";
import { command, project, type Resource } from "./project.ts";

/** Runs one resource with inputs as JSON. */
async function run(resource: Resource, inputs: object, settings: Readonly<Record<string, unknown>> = {}) {
  using folder = project({ settings, resources: [resource] });
  const args = ["run", ".", "--input-json", JSON.stringify(inputs)];
  const { stdout, stderr, code } = await flowc(args, { cwd: folder.path });
  return { stdout, stderr, code };
}

function validated(properties: object): Resource {
  return command("a", "echo fine", { validations: { properties } });
}

describe.concurrent("validations.properties", () => {
  test.each([
    ["date", "2024-02-29", "2024-13-01"],
    ["time", "10:00:00Z", "25:00:00Z"],
    ["date-time", "2024-01-01T10:00:00.5+02:00", "2024-01-01"],
    ["email", "a@example.org", "a@example"],
    ["hostname", "a-b.example.org", "-a.example"],
    ["ipv4", "10.0.0.255", "10.0.0.256"],
    ["ipv6", "2001:db8::1", "2001:db8::1::2"],
    ["uri", "https://example.org/?q=1", "no address"],
    ["uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567"],
  ])("the format %s", async (format, good, bad) => {
    const resource = validated({ x: { type: "string", format } });
    expect((await run(resource, { x: good })).stdout).toBe("fine\n");
    expect((await run(resource, { x: bad })).stderr).toBe(
      `error: "a" failed: the input "x" must match format "${format}" [validation]\n`,
    );
  });

  test("a pattern takes no text too long, whoever wrote either", async () => {
    const x = `${"a".repeat(100_000)}!`;
    const evil = { x: { type: "string", pattern: "^(a+)+$" } };
    expect((await run(validated(evil), { x })).stderr).toContain('the input "x" must match pattern "^(a+)+$"');
    const declared = await run(command("a", "echo {{ get('x') }}"), { x }, { inputs: evil });
    expect([declared.code, declared.stderr]).toEqual([2, 'error: the input "x" must match pattern "^(a+)+$"\n']);
  });

  test("required: true is asked for, a default is given, and text of the command line becomes what the schema says", async () => {
    const n = { type: "integer", minimum: 3, required: true };
    const resource = command("a", "echo {{ get('n') + 1 }} {{ get('d') }}", {
      validations: { properties: { n, d: { default: "none" } } },
    });
    expect((await run(resource, {})).stderr).toBe('error: "a" failed: missing input: n [validation]\n');
    expect((await run(resource, { n: 2 })).stderr).toContain('the input "n" must be >= 3 [validation]');
    using folder = project({ resources: [resource] });
    expect((await flowc(["run", ".", "--input", "n=7"], { cwd: folder.path })).stdout).toBe("8 none\n");
  });
});
