import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { examplesFolder } from "../support/examples.ts";
import { flowcHere, runProgram, temporaryFolder } from "../support/flowc.ts";

// examples/fleet/compose.yaml says what is there: the bundle's name, its commands and its variable.

const folder = join(examplesFolder, "fleet");

interface Service {
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas: number };
}

test("its compose file runs commands that the bundle has, on three workers", async () => {
  using out = temporaryFolder();
  await flowcHere(["build", folder, "--target", "dbos", "-o", out.path]);
  const { services } = parse(readFileSync(join(folder, "compose.yaml"), "utf8")) as {
    services: Record<string, Service>;
  };
  const ours = Object.values(services).filter(({ command }) => command !== undefined);
  expect(ours.map(({ command }) => command?.slice(0, 3))).toEqual([
    ["node", "/app/fleet.mjs", "migrate"],
    ["node", "/app/fleet.mjs", "worker"],
  ]);
  expect(ours.at(-1)?.deploy?.replicas).toBe(3);
  for (const { command = [], environment } of ours) {
    expect(Object.keys(environment)).toEqual(["FLOWC_DATABASE_URL"]);
    const [, , verb = "", ...options] = command;
    const { stdout, code } = await runProgram(join(out.path, "fleet.mjs"), [verb, "--help"]);
    expect(code).toBe(0);
    for (const option of options) expect(stdout).toContain(option);
  }
});
