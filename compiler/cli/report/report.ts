import { statSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { recordedRun } from "../../../runtime-lib/store/recorded-run.ts";
import type { ReportData } from "../../page/data.ts";
import { reportSpec } from "../command-table/report.ts";
import { withRuns } from "../runs/open-runs.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { keptGraph, keptRunData } from "./kept-run.ts";
import { type EventsOfRun, readEvents } from "./read-events.ts";
import { readNamed } from "./read-named.ts";
import { pricesOf } from "./read-prices.ts";
import { type ReportParts, reportData, runOfEvents } from "./report-data.ts";
import { reportHtml } from "./report-html.ts";
import { writeReport } from "./write-report.ts";

/** `flowc report RUN|EVENTS`: a run as one page of HTML. */
export const report: Command = async (argv, context) => {
  const { values, positionals } = readArguments(reportSpec, argv);
  const [name] = positionals;
  const prices = pricesOf(values.prices, context);
  const sources = values.workflow === undefined ? undefined : readWorkflow(values.workflow, context);
  const parts = { prices, sources };
  const ofFile = isEvents(name, context);
  if (!ofFile && values.run !== undefined) throw new UsageError("--run goes with a file of events");
  const data = ofFile
    ? await ofEvents(name, { parts, run: values.run }, context)
    : await ofKeptRun(name, { parts, store: values.store }, context);
  writeReport(values.out, reportHtml(data, context.packageFolder), context);
  return 0;
};

/** What is not a file, and does not look like one, is the id of a run. */
function isEvents(name: string, { workingFolder }: Context): boolean {
  const isFile = statSync(resolve(workingFolder, name), { throwIfNoEntry: false }) !== undefined;
  return name === "-" || isFile || /[./\\]/.test(name);
}

async function ofEvents(
  file: string,
  { parts, run }: { readonly parts: ReportParts; readonly run: string | undefined },
  context: Context,
): Promise<ReportData> {
  const events = file === "-" ? await text(context.stdin) : readNamed(file, context);
  return reportData(runOfEvents(chosen(readEvents(events, file), run, context)), parts, context);
}

async function ofKeptRun(
  name: string,
  { parts, store }: { readonly parts: ReportParts; readonly store: string | undefined },
  context: Context,
): Promise<ReportData> {
  const kept = await withRuns(store, context, ({ database, path }) => recordedRun(database, path, name));
  return reportData(keptRunData(kept), { ...parts, graph: keptGraph(kept) }, context);
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
