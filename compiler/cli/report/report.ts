import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { reason } from "../../1-load/find-files.ts";
import type { Prices } from "../../page/data.ts";
import { reportSpec } from "../command-table/report.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { type EventsOfRun, readEvents } from "./read-events.ts";
import { readPrices } from "./read-prices.ts";
import { reportData } from "./report-data.ts";
import { reportHtml } from "./report-html.ts";
import { writeReport } from "./write-report.ts";

/** `flowc report EVENTS`: a run as one page of HTML. */
export const report: Command = async (argv, context) => {
  const { values, positionals } = readArguments(reportSpec, argv);
  const [file] = positionals;
  const prices = pricesOf(values.prices, context);
  const sources = values.workflow === undefined ? undefined : readWorkflow(values.workflow, context);
  const runs = readEvents(await readInput(file, context), file);
  const events = chosen(runs, values.run, context);
  const data = await reportData(events, { sources, prices }, context);
  writeReport(values.out, reportHtml(data, context.packageFolder), context);
  return 0;
};

/** The prices in a file; none where none is named. */
export function pricesOf(file: string | undefined, { workingFolder }: Context): Prices {
  return file === undefined ? {} : readPrices(readNamed(file, workingFolder), file);
}

function readInput(file: string, { stdin, workingFolder }: Context): Promise<string> | string {
  return file === "-" ? text(stdin) : readNamed(file, workingFolder);
}

function readNamed(file: string, workingFolder: string): string {
  try {
    return readFileSync(resolve(workingFolder, file), "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reason(error)}`);
  }
}

/** The run whose id begins like that; of several the last. */
function chosen(runs: readonly EventsOfRun[], wanted: string | undefined, { say }: Context): EventsOfRun {
  const found = wanted === undefined ? runs : runs.filter(([{ runId }]) => runId.startsWith(wanted));
  const last = found.at(-1);
  if (last === undefined) throw new UsageError(`no run in the file has an id that begins with "${wanted}"`);
  if (wanted !== undefined && found.length > 1)
    throw new UsageError(`${found.length} runs in the file have ids that begin with "${wanted}"; write more of it`);
  if (found.length > 1) say(`the file holds ${found.length} runs: this is the last; --run ID takes another`);
  return last;
}
