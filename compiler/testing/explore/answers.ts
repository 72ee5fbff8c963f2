import * as fc from "fast-check";
import { executorOf, simulationOf } from "../../executors/list.ts";
import type { AnswerShape, AskedShape, Exploration } from "../../nouns/answer-shape.ts";
import type { Data } from "../../nouns/simulation.ts";
import { anyType } from "../../nouns/value-type.ts";
import { Expected } from "./expected.ts";
import { expectedValues, textsFor } from "./expected-value.ts";
import { maps } from "./maps.ts";
import type { AskingPlace } from "./places.ts";
import type { Expectations } from "./read-expectations.ts";
import { schemaValues } from "./schema-value.ts";
import { texts } from "./texts.ts";

/** What the world answers at a place: one answer for each call, or a list of answers one after another. */
export type Answer = Data | readonly Data[];

/** Answers that the world may well give at this place. */
export function answersAt(place: AskingPlace, expectations: Expectations): fc.Arbitrary<Answer> {
  const { resource } = place;
  const asked: AskedShape = {
    resource,
    option: (key) => resource.action?.options.find((option) => option.key === key)?.value,
  };
  const shape = explorationOf(place)?.answers(asked) ?? { kind: "constant", value: {} };
  return values(shape, readerOf(place, expectations)) as fc.Arbitrary<Answer>;
}

/** How the calls of a place are explored. */
export function explorationOf({ resource }: AskingPlace): Exploration | undefined {
  const simulation = simulationOf(resource.action?.runtime ?? "") ?? simulationOf(executorOf(resource)?.key ?? "");
  return simulation?.exploration;
}

/** What is expected of a field of the result. */
type Read = (field: string | undefined) => Expected;

/** Of one item, where a resource has many; where a fallback may stand in for it, the bare value has a field of its own. */
function readerOf({ resource, graph }: AskingPlace, expectations: Expectations): Read {
  const { main, fallback } = resource.result;
  const read = (field: string | undefined): Expected => {
    const whole = expectations.result(graph, resource.id, field);
    return resource.items === undefined ? whole : (whole.element ?? new Expected());
  };
  return (field) => (fallback && field === main && !read(field).isUsed ? read("value") : read(field));
}

function values(shape: AnswerShape, read: Read): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "constant":
      return fc.constant(shape.value);
    case "count":
      return fc.nat({ max: 3 });
    case "schema":
      return schemaValues(shape.schema);
    case "map":
      return maps(
        Object.entries(shape.fields).map(([name, field]) => [name, values(field, read)] as const),
        Object.keys(shape.fields),
      );
    case "each":
      return fc.tuple(...shape.of.map((one) => values(one, read)));
    case "list":
      return fc.array(values(shape.of, read), { minLength: shape.least, maxLength: shape.most });
    case "either":
      return fc.oneof(...shape.choices.map(([weight, one]) => ({ weight, arbitrary: values(one, read) })));
    case "read":
      return readValues(shape, read);
  }
}

function readValues(
  { field, within = [], as }: Extract<AnswerShape, { kind: "read" }>,
  read: Read,
): fc.Arbitrary<unknown> {
  const expected = within.reduce((whole, step) => inside(whole, step), read(field));
  switch (as) {
    case "value":
      return expectedValues(anyType, expected);
    case "map":
      return expectedValues(anyType, expected.isUsed ? expected : expected.is("map"));
    case "text":
      return textsFor(expected);
    case "words":
      return fc.oneof(texts({ least: 1 }), textsFor(expected));
    case "lines": {
      const line = textsFor(expected.element ?? new Expected()).map((text) => text.replaceAll("\n", " ") || "a");
      return fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));
    }
    case "rows":
      return rows(expected);
    case "success":
      return fc.constantFrom(
        ...new Set([200, ...expected.values.filter((value) => Number(value) >= 200 && Number(value) < 300)]),
      );
    case "headers":
      return maps(
        [...expected.fields.keys()].map(
          (name) => [name.toLowerCase(), fc.constantFrom("a", "text/plain", "7")] as const,
        ),
      );
  }
}

function inside(whole: Expected, step: string | 0): Expected {
  return (step === 0 ? whole.element : whole.fields.get(step)) ?? new Expected();
}

/** Any number of rows, also none; where nobody reads a column, a statement gives none. */
function rows(expected: Expected): fc.Arbitrary<unknown> {
  const row = expected.element;
  if (row !== undefined && row.fields.size > 0) return fc.array(expectedValues(anyType, row), { maxLength: 3 });
  return expected.isUsed ? fc.array(fc.constant({ id: 1 }), { maxLength: 3 }) : fc.constant([]);
}
