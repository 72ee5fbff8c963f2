import * as fc from "fast-check";
import type { PlanValue } from "../../nouns/plan.ts";
import type { Data } from "../../nouns/simulation.ts";
import { anyType } from "../../nouns/value-type.ts";
import { Expected } from "./expected.ts";
import { expectedValues, textsFor } from "./expected-value.ts";
import type { AskingPlace } from "./places.ts";
import type { Expectations } from "./read-expectations.ts";
import { schemaValues } from "./schema-value.ts";
import { texts, wholeNumbers } from "./texts.ts";

/** What the world answers at a place: one answer for each call, or a list of answers one after another. */
export type Answer = Data | readonly Data[];

/** Answers that the world may well give at this place. */
export function answersAt(place: AskingPlace, expectations: Expectations): fc.Arbitrary<Answer> {
  const { resource, graph } = place;
  const read = (field: string | undefined): Expected => {
    const whole = expectations.result(graph, resource.id, field);
    return resource.items === undefined ? whole : (whole.element ?? new Expected());
  };
  // Where a fallback may stand in for it, the bare value has a field of its own.
  const expected = (field: string | undefined): Expected =>
    resource.result.fallback && field === resource.result.main && !read(field).isUsed ? read("value") : read(field);
  const asked = { place, expected, option: optionsOf(place) };
  switch (resource.resourceType) {
    case "exec":
    case "python":
      return processAnswers(asked);
    case "httpClient":
      return httpAnswers(asked);
    case "llm":
      return chatAnswers(asked);
    case "sql":
      return sqlAnswers(asked);
    default:
      return memoryAnswers(asked);
  }
}

interface Asked {
  readonly place: AskingPlace;
  readonly expected: (field: string | undefined) => Expected;
  readonly option: (key: string) => PlanValue | undefined;
}

function optionsOf({ resource }: AskingPlace): Asked["option"] {
  return (key) => resource.action?.options.find((option) => option.key === key)?.value;
}

function constantOf(value: PlanValue | undefined): unknown {
  return value?.kind === "constant" ? value.value : undefined;
}

function schemaOf(value: PlanValue | undefined): fc.Arbitrary<unknown> | undefined {
  return value?.kind === "schema" ? schemaValues(value.schema) : undefined;
}

function processAnswers({ place, expected, option }: Asked): fc.Arbitrary<Answer> {
  const printed = schemaOf(option("outputSchema")) ?? printedValues(constantOf(option("output")), { place, expected });
  const succeeds = printed.map((stdout) => ({ stdout }));
  if (constantOf(option("failOnNonZero")) !== false) return succeeds;
  const exits = fc.constantFrom(1, 2).map((exitCode) => ({ stdout: "", stderr: "it did not work", exitCode }));
  return fc.oneof({ weight: 3, arbitrary: succeeds }, { weight: 1, arbitrary: exits });
}

function printedValues(output: unknown, { place, expected }: Pick<Asked, "place" | "expected">): fc.Arbitrary<unknown> {
  const { main } = place.resource.result;
  if (output === "lines")
    return fc
      .array(textsFor(expected(main).element ?? new Expected()).filter(isLine), { maxLength: 4 })
      .map((lines) => lines.join("\n"));
  if (output === "json" || (output === undefined && place.resource.resourceType === "python"))
    return expectedValues(anyType, expected("value"));
  return textsFor(expected("stdout"));
}

function isLine(text: string): boolean {
  return text !== "" && !text.includes("\n");
}

function httpAnswers({ expected, option }: Asked): fc.Arbitrary<Answer> {
  const bodies =
    schemaOf(option("responseSchema")) ??
    expectedValues(anyType, expected("body").is(...(expected("body").kinds.size > 0 ? [] : (["map"] as const))));
  const headers = fc.record(
    Object.fromEntries(
      [...expected("headers").fields.keys()].map((name) => [
        name.toLowerCase(),
        fc.constantFrom("a", "text/plain", "7"),
      ]),
    ),
    { requiredKeys: [], noNullPrototype: true },
  );
  const wanted = expected("statusCode").values.filter(
    (value): value is number => typeof value === "number" && value < 300,
  );
  const good = fc.record(
    { statusCode: fc.constantFrom(...new Set([200, ...wanted])), headers, body: bodies },
    { noNullPrototype: true },
  );
  const bad = fc.constantFrom<Data>(
    { statusCode: 503, body: "Service Unavailable" },
    { statusCode: 404, body: { error: "not found" } },
    { statusCode: 500, body: { error: "it broke" } },
  );
  return fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function chatAnswers({ place, expected, option }: Asked): fc.Arbitrary<Answer> {
  const typed = schemaOf(option("jsonSchema"));
  const isJson = constantOf(option("jsonResponse")) === true;
  const free = isJson
    ? expectedValues(anyType, expected(undefined))
    : fc.oneof(texts({ least: 1 }), textsFor(expected(place.resource.result.main)));
  const last = (typed ?? free).map((text) => ({ text }));
  const calls = toolCalls(option("tools"));
  if (calls === undefined) return last;
  const round = fc.array(calls, { minLength: 1, maxLength: 2 }).map((made) => ({ toolCalls: made }));
  return fc.oneof<fc.Arbitrary<Answer>[]>(last, fc.tuple<Data[]>(round, last));
}

/** Calls with arguments that fit, and some that do not: what a model says is anybody's guess. */
function toolCalls(tools: PlanValue | undefined): fc.Arbitrary<Data> | undefined {
  if (tools?.kind !== "list") return undefined;
  const each = tools.items.flatMap((tool) => {
    if (tool.kind !== "map") return [];
    const entry = (key: string): PlanValue | undefined => tool.entries.find((one) => one.key === key)?.value;
    const given = schemaOf(entry("parameters")) ?? fc.constant({});
    const name = constantOf(entry("name"));
    return [
      fc
        .oneof({ weight: 4, arbitrary: given }, { weight: 1, arbitrary: fc.constant({}) })
        .map((made) => ({ name, arguments: made })),
    ];
  });
  return each.length === 0 ? undefined : fc.oneof(...each);
}

function sqlAnswers({ expected, option }: Asked): fc.Arbitrary<Answer> {
  const queries = option("queries");
  if (queries?.kind !== "list")
    return outcomes(expected("rows"), expected("csv").kinds.size > 0 || constantOf(option("format")) === "csv");
  const row = expected("results").element?.fields.get("rows") ?? new Expected();
  return fc.tuple(...queries.items.map(() => outcomes(row, false))).map((results) => ({ results }));
}

/** Any number of rows, also none; where nobody reads a column, a statement gives none. */
function outcomes(rows: Expected, isCsv: boolean): fc.Arbitrary<Data> {
  const row = rows.element;
  const reads = row !== undefined && row.fields.size > 0;
  const made = reads ? expectedValues(anyType, row) : fc.constant({ id: 1 });
  const list = reads || isCsv || rows.kinds.size > 0 ? fc.array(made, { maxLength: 3 }) : fc.constant([]);
  return fc.record(
    { rows: list, rowsAffected: fc.nat({ max: 3 }), lastInsertId: wholeNumbers },
    { noNullPrototype: true },
  );
}

function memoryAnswers({ expected, option }: Asked): fc.Arbitrary<Answer> {
  if (constantOf(option("action")) !== "retrieve") return fc.constant({});
  const value = expected(undefined).fields.get("value") ?? new Expected();
  return fc.oneof(
    textsFor(value).map((kept) => ({ value: kept })),
    fc.constant({ success: false }),
  );
}
