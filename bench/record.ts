import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contender, compare } from "./measure.ts";
import { nodeContender, type Place } from "./place.ts";
import { atMost, type Section, timesTable } from "./report.ts";

const places = 200;
/** Of the longer chain: what a place takes is the difference of two lengths, without what a process takes to start. */
const morePlaces = 1_000;
const rounds = 21;
/** What it takes to record a run, and to keep a journal of it. */
export async function measureRecord(place: Place): Promise<Section> {
  const tasks = bundle(place, "kept-tasks", places, () => "exec: {command: /bin/true, args: []}");
  const chain = bundle(place, "kept-chain", places, link);
  const longer = bundle(place, "kept-longer-chain", morePlaces, link);
  const results = await compare(
    [
      kept(place, "tasks", tasks, []),
      kept(place, "tasks, recorded", tasks, ["--record"]),
      kept(place, "tasks, journal", tasks, ["--journal"]),
      kept(place, "chain", chain, []),
      kept(place, "chain, journal", chain, ["--journal"]),
      kept(place, "longer chain", longer, []),
      kept(place, "longer chain, journal", longer, ["--journal"]),
    ],
    rounds,
  );
  const kepts = (name: string) => results.median(`${name}, journal`) - results.median(name);
  const more = kepts("longer chain") - kepts("chain");
  return {
    title: "Runs that are kept",
    text: `A bundle built with --journal: ${places} tasks of /bin/true at the usual concurrency, and chains of ${places} and of ${morePlaces}
resources that each store a name, so that each waits until the one before it is on disk. What a place takes is what the longer
chain takes more than the shorter one. One store for all rounds. ${rounds} rounds.`,
    limits: [
      atMost(`${places} tasks, recorded / not`, results.ratio("tasks, recorded", "tasks"), 1.05, "x"),
      atMost("a place of a journal", more / (morePlaces - places), 0.25, "ms each"),
    ],
    table: timesTable(results, "tasks"),
  };
}

function kept(place: Place, name: string, module: string, flags: readonly string[]): Contender {
  const contender = nodeContender(name, module, { env: { HOME: place.folder } });
  return { ...contender, args: [...contender.args, ...flags, "--step-output", "none"] };
}

function link(number: number): string {
  const stored = `after: ["set('x${number}', ${number})"]`;
  return number === 1 ? stored : `requires: [p${number - 1}], ${stored}`;
}

function bundle(place: Place, name: string, length: number, body: (number: number) => string): string {
  const numbers = Array.from({ length }, (_, index) => index + 1);
  const workflow = join(place.make(name), "workflow.yaml");
  const text = `metadata: {name: ${name}}
settings: {targetActionId: all, timeout: 10m}
resources:
${numbers.map((number) => `  - {actionId: p${number}, ${body(number)}}\n`).join("")}  - actionId: all
    requires: [${numbers.map((number) => `p${number}`).join(", ")}]
    apiResponse: {success: true, response: done}
`;
  writeFileSync(workflow, text);
  return place.build(workflow, name, "--journal");
}
