import * as fc from "fast-check";
import type { Plan, PlanRequest } from "../../nouns/plan.ts";
import type { CaseRequest } from "../../nouns/test-case.ts";
import { anyType } from "../../nouns/value-type.ts";
import type { Expected } from "./expected.ts";
import { expectedValues, textsFor } from "./expected-value.ts";
import { maps } from "./maps.ts";
import type { Expectations } from "./read-expectations.ts";
import { misfitFinder } from "./schema-validator.ts";
import { schemaValues } from "./schema-value.ts";
import { texts } from "./texts.ts";

/** What a caller may give: each input, fitting. */
function inputValues(plan: Plan, expectations: Expectations): ReadonlyMap<string, fc.Arbitrary<unknown>> {
  return new Map(
    plan.inputs.map(({ name, type, described }) => {
      const expected = expectations.input(name);
      const values = described === undefined ? expectedValues(type, expected) : declared(described.schema, expected);
      return [name, values];
    }),
  );
}

/** Values that the schema takes; where the workflow looks for some of them, those more often. */
function declared(schema: Readonly<Record<string, unknown>>, expected: Expected): fc.Arbitrary<unknown> {
  const any = schemaValues(schema);
  if (schema["type"] !== "string" || !expected.isUsed) return any;
  const misfit = misfitFinder(schema);
  const looked = textsFor(expected);
  return fc.oneof(
    any,
    fc.tuple(looked, any).map(([text, other]) => (misfit(text) === undefined ? text : other)),
  );
}

/** Inputs of a run from the command line: those that need not be given may be missing. */
export function commandInputs(plan: Plan, expectations: Expectations): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const required = plan.inputs.filter(
    ({ described }) => described?.required === true && described.default === undefined,
  );
  return maps(
    inputValues(plan, expectations),
    required.map(({ name }) => name),
  );
}

/** Anything that a client may send instead of what belongs there. */
const misfits = fc.constantFrom<unknown>(null, "", "x", 0, -1.5, true, [], {}, ["x"], { x: 1 }, "x".repeat(200));

/** Requests of clients: well-formed ones, and all kinds of mistakes. */
export function requests(plan: Plan, expectations: Expectations): fc.Arbitrary<CaseRequest> {
  return fc.oneof(...plan.requests.map((request) => requestOf(request, plan, expectations)));
}

function requestOf({ path, method }: PlanRequest, plan: Plan, expectations: Expectations): fc.Arbitrary<CaseRequest> {
  const inputs = inputValues(plan, expectations);
  const parameters = path.split("/").flatMap((part) => (part.startsWith(":") ? [part.slice(1)] : []));
  const isRead = method === "GET" || method === "HEAD" || method === "DELETE";
  const shape: { [Key in keyof CaseRequest]: fc.Arbitrary<CaseRequest[Key]> } = {
    method: fc.constant(method),
    path: paths(path, parameters),
    query: queries(isRead ? [...inputs.keys()].filter((name) => !parameters.includes(name)) : [], expectations, inputs),
    headers: headers(expectations),
    ...(!isRead && { body: bodies(inputs, expectations) }),
  };
  return fc.record(shape, { requiredKeys: ["method", "path"], noNullPrototype: true }) as fc.Arbitrary<CaseRequest>;
}

function paths(path: string, parameters: readonly string[]): fc.Arbitrary<string> {
  const segment = fc
    .oneof(fc.constantFrom("1", "ada", "a b", "ünï", "%", "null"), texts({ least: 1, most: 20 }))
    .filter((text) => !/^\.{1,2}$|[/\\\n]/.test(text) && isWellFormed(text));
  return fc
    .tuple(...parameters.map(() => segment))
    .map((values) =>
      parameters.reduce(
        (made, name, index) => made.replace(`:${name}`, () => encodeURIComponent(values[index] ?? "")),
        path,
      ),
    );
}

/** Half a surrogate pair is in no URL. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function queries(
  names: readonly string[],
  expectations: Expectations,
  inputs: ReadonlyMap<string, fc.Arbitrary<unknown>>,
) {
  const read = [...expectations.request("query").fields].map(([name, expected]) => [name, textsFor(expected)] as const);
  const own = names.map((name) => [name, (inputs.get(name) ?? texts()).map(asText)] as const);
  const known = new Map<string, fc.Arbitrary<string>>([...own, ...read]);
  const mistaken = [...known].map(
    ([name, values]) => [name, fc.oneof({ weight: 3, arbitrary: values }, { weight: 1, arbitrary: texts() })] as const,
  );
  return maps(mistaken);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function headers(expectations: Expectations) {
  const names = [...expectations.request("headers").fields.keys()];
  const values = fc.constantFrom("a", "", "Bearer x", "application/json", "7", "a, b");
  return maps(names.map((name) => [name, values] as const));
}

function bodies(inputs: ReadonlyMap<string, fc.Arbitrary<unknown>>, expectations: Expectations): fc.Arbitrary<unknown> {
  const read = [...expectations.request("body").fields].map(
    ([name, expected]) => [name, expectedValues(anyType, expected)] as const,
  );
  const fields = new Map<string, fc.Arbitrary<unknown>>([...inputs, ...read]);
  const mistaken = [...fields].map(
    ([name, values]) => [name, fc.oneof({ weight: 4, arbitrary: values }, { weight: 1, arbitrary: misfits })] as const,
  );
  const map = maps(mistaken);
  return fc.oneof({ weight: 6, arbitrary: map }, { weight: 1, arbitrary: misfits });
}
