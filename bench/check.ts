import { join } from "node:path";
import { generate, type Shape } from "./generate.ts";
import { type Contender, compare, type Results } from "./measure.ts";
import type { Place } from "./place.ts";
import { atMost, row, type Section } from "./report.ts";

const ROUNDS = 7;
const sizes = [100, 500, 1_000, 2_000, 5_000] as const;
const shapes: readonly Shape[] = ["wide", "chain", "far", "scripts"];

/** `flowc check` of workflows of many resources. */
export async function measureCheck(place: Place): Promise<Section> {
  const start = contender(place, "wide", 1);
  const contenders = shapes.flatMap((shape) => sizes.map((size) => contender(place, shape, size)));
  const results = await compare([start, ...contenders], ROUNDS);
  const perResource = (shape: Shape, size: number) =>
    (results.median(name(shape, size)) - results.median(start.name)) / size;
  return {
    title: "`flowc check` of many resources",
    text: `Generated workflows (bench/generate.ts) in files of 50 documents: exec with templates that read other resources,
memory, set, apiResponse, inputs. Wide: each reads one or two of the first ten. Chain: each reads the two before it. Far: a chain
in which each also reads a resource a long way up. Scripts: wide, a third of them scripts of the shell and of Python. ${ROUNDS} rounds, V8's code cache there. The start, a check of one
resource, takes ${results.median(start.name).toFixed(0)} ms; it is subtracted in "per resource", where the first hundreds run
code that V8 has not compiled yet.`,
    limits: shapes.flatMap((shape) => [
      atMost(
        `\`flowc check\` of 1,000 resources, ${shape}`,
        results.median(name(shape, 1_000)),
        shape === "scripts" ? 1_000 : 1_500,
        "ms",
      ),
      atMost(
        `time per resource at 5,000 / at 100, ${shape}`,
        perResource(shape, 5_000) / perResource(shape, 100),
        1,
        "x",
      ),
    ]),
    table: table(results, perResource),
  };
}

function name(shape: Shape, size: number): string {
  return `${shape} ${size}`;
}

function contender(place: Place, shape: Shape, size: number): Contender {
  const folder = join(place.make("check"), `${shape}-${size}`);
  generate(folder, shape, size);
  return place.flowcContender(name(shape, size), ["check", folder, "--strict"]);
}

function table(results: Results, perResource: (shape: Shape, size: number) => number): string {
  const lines = shapes.flatMap((shape) =>
    sizes.map((size) => {
      const times = results.times.get(name(shape, size));
      const figures = [0.5, 0.25, 0.75].map((share) => (times?.quantile(share) ?? Number.NaN).toFixed(0));
      return row([shape, String(size), ...figures, perResource(shape, size).toFixed(3)]);
    }),
  );
  const title = "| shape | resources | median ms | 25 % | 75 % | ms per resource |";
  return [title, "|---|--:|--:|--:|--:|--:|", ...lines].join("\n");
}
