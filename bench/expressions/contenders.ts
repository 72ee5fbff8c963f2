import { isDeepStrictEqual } from "node:util";
import { Times } from "../measure.ts";

/** A piece of work that is done for each of the inputs, again and again. */
export interface Work<Input> {
  readonly name: string;
  readonly evaluate: (input: Input) => unknown;
  /** True where `evaluate` gives promises. */
  readonly isAsync?: boolean;
}

type Loop = (repeats: number) => unknown;

interface Prepared {
  readonly name: string;
  readonly loop: Loop;
  readonly repeats: number;
}

/** A sample takes at least this much; the clock is good to a microsecond. */
const SAMPLE_MILLISECONDS = 4;

/** A work and how often it is repeated in a sample. Throws where it gives anything else than `wanted`. */
export async function prepare<Input>(
  work: Work<Input>,
  inputs: readonly Input[],
  wanted?: readonly unknown[],
): Promise<Prepared> {
  const results = new Array<unknown>(inputs.length).fill(null);
  const loop = makeLoop(work, inputs, results);
  await loop(1);
  const wrong = wanted?.findIndex((value, index) => !isDeepStrictEqual(value, results[index])) ?? -1;
  if (wrong >= 0) {
    const [got, should] = [results[wrong], wanted?.[wrong]].map((value) => JSON.stringify(value));
    throw new Error(`${work.name} gives ${got} instead of ${should}`);
  }
  let repeats = 1;
  // Twice, since the first time V8 has not yet compiled it well.
  for (let round = 0; round < 2; round += 1) {
    while ((await sample({ name: work.name, loop, repeats })) < SAMPLE_MILLISECONDS) repeats *= 2;
  }
  return { name: work.name, loop, repeats };
}

/** Nanoseconds of one evaluation, by name; the contenders take turns, and each round starts with another one. */
export async function takeTurns(
  contenders: readonly Prepared[],
  inputs: number,
  rounds: number,
): Promise<ReadonlyMap<string, Times>> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const nanoseconds = ((await sample(contender)) * 1e6) / (contender.repeats * inputs);
      if (round > 0) times.get(contender.name)?.push(nanoseconds);
    }
  }
  return new Map([...times].map(([name, all]) => [name, new Times(all)]));
}

/** Milliseconds. */
async function sample({ loop, repeats }: Prepared): Promise<number> {
  const begin = process.hrtime.bigint();
  const pending = loop(repeats);
  if (pending instanceof Promise) await pending;
  return Number(process.hrtime.bigint() - begin) / 1e6;
}

let loops = 0;

/**
 * A loop of its own for each: V8 knows what is called in it, as in a program. The results are kept, so that nothing is
 * left out. The number makes each text another one, for V8 shares what it knows between equal texts.
 */
function makeLoop<Input>(
  { evaluate, isAsync = false }: Work<Input>,
  inputs: readonly Input[],
  results: unknown[],
): Loop {
  loops += 1;
  const body = `return ${isAsync ? "async " : ""}function loop${loops}(repeats) {
    for (let repeat = 0; repeat < repeats; repeat += 1)
      for (let index = 0; index < inputs.length; index += 1) results[index] = ${isAsync ? "await " : ""}evaluate(inputs[index]);
  }`;
  return new Function("evaluate", "inputs", "results", body)(evaluate, inputs, results) as Loop;
}
