import * as fc from "fast-check";
import { findRuntimeFunction } from "../../functions/table.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { Data } from "../../nouns/simulation.ts";
import type { SimulatedCase } from "../../nouns/test-case.ts";
import { expressionsIn } from "../../tree/plan-expressions.ts";
import { type Answer, answersAt } from "./answers.ts";
import { environments } from "./environment.ts";
import { maps } from "./maps.ts";
import type { Times } from "./orderings.ts";
import { type AskingPlace, askingPlaces } from "./places.ts";
import { readExpectations } from "./read-expectations.ts";
import { commandInputs, requests } from "./requests.ts";
import { texts } from "./texts.ts";

/** Answers that are failures, or never come, by place. */
export type Failures = Readonly<Record<string, Data>>;

/** How the cases of a workflow are made. */
export interface CaseMaker {
  readonly places: readonly AskingPlace[];
  /** True where the workflow reads the time, which differs with the order of answers. */
  readonly readsTime: boolean;
  /** Cases in which these places fail, and the others answer in any order, or after these times. */
  cases(failures: Failures, times?: Times): fc.Arbitrary<SimulatedCase>;
}

const filePath = "given.txt";

/** Prepares the cases of a workflow: what it reads of its caller, of the environment and of the world. */
export function caseMaker(plan: Plan): CaseMaker {
  const expectations = readExpectations(plan);
  const places = askingPlaces(plan);
  const answers = Object.fromEntries(places.map((place) => [place.place, answersAt(place, expectations)]));
  const expressions = expressionsIn([plan, ...plan.components].flatMap(({ resources }) => resources));
  const readsFile = expressions.some(({ kind }) => kind === "file");
  const names = places.map(({ place }) => place);
  const caller: fc.Arbitrary<Pick<SimulatedCase, "request" | "inputs">> = plan.server
    ? requests(plan, expectations).map((request) => ({ request }))
    : commandInputs(plan, expectations).map((inputs) => ({ inputs }));
  const file = readsFile ? fc.option(contents(places), { nil: undefined, freq: 4 }) : fc.constant(undefined);
  const files = pictures(places);
  const given = maps(Object.entries(answers), names);
  return {
    places,
    readsTime: expressions.some(isTime),
    cases(failures, times) {
      const parts = fc.record({
        caller,
        file,
        env: environments(plan, expectations),
        given,
        times: times === undefined ? anyTimes(names) : fc.constant(times),
      });
      return parts.map((made) => assembled(made, { failures, files }));
    },
  };
}

/** Times that are all different. */
function anyTimes(names: readonly string[]): fc.Arbitrary<Times> {
  const orders = fc.shuffledSubarray([...names], { minLength: names.length });
  return orders.map((order) => Object.fromEntries(order.map((name, index) => [name, index + 1])));
}

function isTime(node: PlanExpression): boolean {
  return (
    (node.kind === "call" && findRuntimeFunction(node.runtime)?.readsClock === true) ||
    (node.kind === "info" && node.name === "timestamp")
  );
}

/** The least that models take for a picture. */
const picture = "GIF89a";

/** What the file holds that a run is given: a picture, where a model looks at one. */
function contents(places: readonly AskingPlace[]): fc.Arbitrary<string> {
  return places.some((place) => filesOf(place) !== undefined) ? fc.constant(picture) : texts();
}

/** The files that models look at, where their paths are written out. */
function pictures(places: readonly AskingPlace[]): Readonly<Record<string, string>> {
  const values = places.map(filesOf).flatMap((files) => (files?.kind === "list" ? files.items : []));
  return Object.fromEntries(
    values.flatMap((value) => (value.kind === "constant" ? [[String(value.value), picture]] : [])),
  );
}

function filesOf({ resource }: AskingPlace): PlanValue | undefined {
  return resource.action?.options.find(({ key }) => key === "files")?.value;
}

interface Made extends Pick<SimulatedCase, "env"> {
  readonly caller: Pick<SimulatedCase, "request" | "inputs">;
  readonly file: string | undefined;
  readonly given: Readonly<Record<string, Answer>>;
  readonly times: Times;
}

/** What all cases of a scenario have. */
interface Scenario {
  readonly failures: Failures;
  /** Contents by path. */
  readonly files: Readonly<Record<string, string>>;
}

function assembled({ caller, env, given, times, file }: Made, { failures, files }: Scenario): SimulatedCase {
  const answers = Object.entries(given).map(([place, answer]) => {
    const takes = Object.keys(times).length > 1 ? { takes: `${times[place] ?? 1}ms` } : {};
    return [place, timed(failures[place] ?? answer, takes)] as const;
  });
  return {
    ...caller,
    ...(env && { env }),
    given: Object.fromEntries(answers),
    ...(file !== undefined && { file: filePath }),
    files: { ...files, ...(file !== undefined && { [filePath]: file }) },
  };
}

/** The answer after some time; what never comes, never comes. */
function timed(answer: Answer, takes: Data): Answer {
  return isList(answer) ? answer.map((one) => ({ ...takes, ...one })) : { ...takes, ...answer };
}

function isList(answer: Answer): answer is readonly Data[] {
  return Array.isArray(answer);
}
