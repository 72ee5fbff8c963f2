import { join } from "node:path";
import { Project } from "ts-morph";
import { expect, test } from "vitest";
import { emitDeclaration } from "../../compiler/4-emit/declaration.ts";
import { checkText } from "../support/check-text.ts";
import { planOf } from "../support/docker-files.ts";

const root = join(import.meta.dirname, "../..");

/** Names on one side only, and options of a type that the runtime library does not take. */
const comparison = `
import type { FlowEvent as Given } from "../../runtime-lib/run/events.ts";
import type { GivenAnswer, GivenOptions, GivenRequest } from "../../runtime-lib/serve/given.ts";
import type { ServeOptions } from "../../runtime-lib/serve/serve.ts";
import type { Client } from "../../runtime-lib/serve/fetch.ts";
import type { Answer, fetch, FlowEvent, RunOptions, RunRequest, serve } from "./emitted.mts";

/** What flowc's own commands give, and nobody else makes. */
type Own = "journal" | "trace" | "asResponse" | "telemetry" | "start" | "key" | "runs";
type Serve = NonNullable<Parameters<typeof serve>[0]>;
type Same<A, B> = [Exclude<keyof A, keyof B>, Exclude<keyof B, keyof A>] extends [never, never] ? true : false;
export const run: Same<RunOptions, Omit<GivenOptions, Own>> = true;
export const request: Same<RunRequest, GivenRequest> = true;
export const served: Same<Serve, Omit<ServeOptions, Own>> = true;
export const answer: Same<Answer, GivenAnswer> = true;
export const client: Same<NonNullable<Parameters<typeof fetch>[1]>, Client> = true;
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

/** The types of a workflow, with what a program does with them. */
function problemsOf(yaml: string, program: string): readonly unknown[] {
  const project = new Project({ tsConfigFilePath: join(root, "tsconfig.json"), skipAddingFilesFromTsConfig: true });
  const { plan, diagnostics } = checkText(yaml);
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  project.createSourceFile(join(root, "test/4-emit/emitted.mts"), emitDeclaration(plan));
  const text = `import { run } from "./emitted.mts";\n${program}`;
  const source = project.createSourceFile(join(root, "test/4-emit/program.mts"), text);
  return source.getPreEmitDiagnostics().map((one) => one.getMessageText());
}

const response = (text: string) => `
settings: { targetActionId: main, timeout: 1m }
resources:
  - actionId: main
    apiResponse: { success: true, response: ${text} }
`;

test("the type of a result is that of its response", () => {
  const yaml = response(`{ name: "x{{ info('id') }}", count: "{{ len('a') }}", deep: { list: [1], none: null } }`);
  const used = `
    const { success, response } = await run();
    const all: [boolean, string, number, readonly unknown[], null] =
      [success, response.name, response.count, response.deep.list, response.deep.none];
    export const wrong: string = response.count;
    export { all };`;
  expect(problemsOf(yaml, used)).toEqual(["Type 'number' is not assignable to type 'string'."]);
});

test("a result that may be skipped may be null", () => {
  const yaml = `${response("1")}    validations: { skip: "input('quiet') == 'yes'" }\n`;
  expect(problemsOf(yaml, "export const value: null | { response: number } = await run();")).toEqual([]);
  expect(problemsOf(yaml, "export const value: { response: number } = await run();")).toHaveLength(1);
});

test("run with a request has the whole answer, its body that of one of the routes", () => {
  const yaml = `
settings:
  targetActionId: words
  apiServer: { routes: [{ path: "/words/:id", methods: [GET] }, { path: /gone, methods: [DELETE] }] }
resources:
  - actionId: words
    validations: { routes: ["/words/:id"] }
    apiResponse: { response: { words: "{{ len('a') }}" } }
  - actionId: gone
    validations: { routes: [/gone] }
    apiResponse: { response: gone, statusCode: 204 }
`;
  const used = `
    const request = { method: "GET", path: "/words/:id", params: { id: 7 } };
    const { status, headers, body } = await run({ request });
    const type: string | undefined = headers["content-type"];
    const words: number | string | undefined = body === null ? status : typeof body.response === "string" ? type : body.response.words;
    export const wrong: string = body;
    export { words };`;
  expect(problemsOf(yaml, used)).toEqual([expect.anything()]);
});
