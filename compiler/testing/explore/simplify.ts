import type { Data } from "../../nouns/simulation.ts";
import type { SimulatedCase } from "../../nouns/test-case.ts";
import { asMap } from "../../tree/plain-data.ts";
import { forEver } from "./failures.ts";

/** Leaves out of a case whatever its fault does not need, part by part: `shows` says whether a case still shows it. */
export async function simplify(
  testCase: SimulatedCase,
  shows: (testCase: SimulatedCase) => Promise<boolean>,
): Promise<SimulatedCase> {
  let smallest = testCase;
  for (const part of parts(testCase)) {
    const smaller = part(smallest);
    if (await shows(smaller)) smallest = smaller;
  }
  return smallest;
}

type Part = (testCase: SimulatedCase) => SimulatedCase;

function parts({ given = {}, env = {}, inputs = {} }: SimulatedCase): readonly Part[] {
  const answers = Object.entries(given).flatMap(([place, answer]) => [
    without("given", place),
    ...Object.keys(asMap(answer) ?? {}).map((key) => withoutKey(place, key)),
  ]);
  return [
    withoutTimes,
    ...answers,
    ...Object.keys(env).map((name) => without("env", name)),
    ...Object.keys(inputs).map((name) => without("inputs", name)),
    withoutFile,
    withoutFiles,
  ];
}

function without(part: "given" | "env" | "inputs", name: string): Part {
  return (testCase) => ({ ...testCase, [part]: dropped(testCase[part] ?? {}, name) });
}

function dropped(map: Data, name: string): Data {
  return Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));
}

function withoutKey(place: string, key: string): Part {
  return (testCase) => {
    const answer = asMap(testCase.given?.[place]);
    return answer === undefined || Object.keys(answer).length < 2
      ? testCase
      : { ...testCase, given: { ...testCase.given, [place]: dropped(answer, key) } };
  };
}

/** The order of the answers matters seldom. */
function withoutTimes(testCase: SimulatedCase): SimulatedCase {
  const timeless = (answer: unknown): unknown =>
    Array.isArray(answer) ? answer.map(timeless) : dropped(answer as Data, "takes");
  const given = Object.entries(testCase.given ?? {}).map(([place, answer]) => [
    place,
    isHanging(answer) ? answer : timeless(answer),
  ]);
  return { ...testCase, given: Object.fromEntries(given) };
}

function isHanging(answer: unknown): boolean {
  return asMap(answer)?.["takes"] === forEver;
}

function withoutFile({ file: _file, ...others }: SimulatedCase): SimulatedCase {
  return others;
}

function withoutFiles({ files: _files, ...others }: SimulatedCase): SimulatedCase {
  return others;
}
