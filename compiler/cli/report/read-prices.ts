import type { Price, Prices } from "../../page/data.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { readJson } from "./read-json.ts";
import { readNamed } from "./read-named.ts";

/** The prices in a file; none where none is named. */
export function pricesOf(file: string | undefined, context: Pick<Context, "workingFolder">): Prices {
  return file === undefined ? {} : readPrices(readNamed(file, context), file);
}

/**
 * What models take, in US dollars for a million tokens: `{"gpt-4o": {"input": 2.5, "output": 10}}`. Throws UsageError for
 * anything else.
 */
function readPrices(text: string, file: string): Prices {
  const value = readJson(text, { file, line: 1 });
  if (!isMap(value)) throw wrong(file, "expected an object of models");
  for (const [model, price] of Object.entries(value)) {
    if (!isMap(price)) throw wrong(file, `the price of "${model}" is not an object`);
    for (const key of ["input", "output"] satisfies readonly (keyof Price)[]) {
      const amount = price[key];
      if (typeof amount !== "number" || amount < 0)
        throw wrong(file, `"${key}" of "${model}" is missing, or not a number of dollars for a million tokens`);
    }
  }
  return value as Prices;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(file: string, problem: string): UsageError {
  return new UsageError(`${file}:1:1: ${problem}; write {"gpt-4o": {"input": 2.5, "output": 10}}`);
}
