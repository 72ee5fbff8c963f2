import { join } from "node:path";
import { Project } from "ts-morph";
import { expect, test } from "vitest";
import { emitDeclaration } from "../../compiler/4-emit/declaration.ts";
import { planOf } from "../support/docker-files.ts";

const root = join(import.meta.dirname, "../..");

/** Names on one side only, and options of a type that the runtime library does not take. */
const comparison = `
import type { FlowEvent as Given } from "../../runtime-lib/run/events.ts";
import type { GivenOptions, GivenRequest } from "../../runtime-lib/serve/given.ts";
import type { ServeOptions } from "../../runtime-lib/serve/serve.ts";
import type { FlowEvent, RunOptions, RunRequest, serve } from "./emitted.mts";

/** What flowc's own commands give, and nobody else makes. */
type Own = "journal" | "trace" | "asResponse" | "telemetry" | "start";
type Serve = NonNullable<Parameters<typeof serve>[0]>;
type Same<A, B> = [Exclude<keyof A, keyof B>, Exclude<keyof B, keyof A>] extends [never, never] ? true : false;
export const run: Same<RunOptions, Omit<GivenOptions, Own>> = true;
export const request: Same<RunRequest, GivenRequest> = true;
export const served: Same<Serve, Omit<ServeOptions, Own>> = true;
export const event: Same<FlowEvent, Given> = true;
export const takesRun = (options: Omit<RunOptions, "inputs" | "effects">): GivenOptions => options;
export const takesServe = (options: Serve): ServeOptions => options;
export const gives = (event: Given): FlowEvent => event;
`;

test("what a bundle's types promise of its options is what the runtime library takes", () => {
  const project = new Project({ tsConfigFilePath: join(root, "tsconfig.json"), skipAddingFilesFromTsConfig: true });
  const declaration = emitDeclaration(planOf("examples/api"));
  const emitted = project.createSourceFile(join(root, "test/4-emit/emitted.mts"), declaration);
  const compared = project.createSourceFile(join(root, "test/4-emit/compared.mts"), comparison);
  expect(compared.getPreEmitDiagnostics().map((one) => one.getMessageText())).toEqual([]);
  emitted.replaceWithText(
    declaration.replace("readonly signal?:", "readonly stop?:").replace("port?: number", "port?: string"),
  );
  expect(compared.getPreEmitDiagnostics()).toHaveLength(2);
});
