import type { CommandHost } from "../../../runtime-lib/command/host.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import { maskedResult } from "../report/masked-result.ts";
import { pricesOf } from "../report/read-prices.ts";
import { reportData, runOfEvents } from "../report/report-data.ts";
import { reportHtml } from "../report/report-html.ts";
import { RunCollector } from "../report/run-collector.ts";
import { checkReportPlace, writeReport } from "../report/write-report.ts";
import type { LoadedBundle } from "../shared/bundle-cache.ts";
import { type Context, UsageError } from "../shared/context.ts";

/** What `--report` is given. */
export interface ReportOptions {
  readonly file: string;
  /** Name of the file with what models cost. */
  readonly prices: string | undefined;
}

/** A run that is to be shown. */
export interface ReportedRun extends ReportOptions {
  readonly bundle: LoadedBundle;
  readonly sources: WorkflowSources;
  readonly argv: readonly string[];
  readonly host: CommandHost;
}

/** Runs a bundle, and writes the report of the run, however it has ended. Resolves to the exit code of the run. */
export async function runWithReport(run: ReportedRun, context: Context): Promise<number> {
  const { bundle, sources, argv, host, file } = run;
  const description = bundle.describe as Description;
  const runsOnce = argv.some((argument) => /^--(?:request|only)(?:=|$)/.test(argument));
  if (description.routes.length > 0 && !runsOnce)
    throw new UsageError("--report shows one run; a server has many: add --request 'GET /path'");
  const prices = pricesOf(run.prices, context);
  checkReportPlace(file, context);
  const observer = new RunCollector();
  const code = await bundle.main(argv, { ...host, observer });
  const ended = observer.ended();
  if (ended === undefined) return code;
  const { events, result } = ended;
  const shown = result && { result: maskedResult(result.value, description.effects.environment, context.environment) };
  const data = await reportData({ ...runOfEvents(events), ...shown }, { sources, prices }, context);
  // Under --events nothing else is on standard error.
  const say = argv.includes("--events") ? () => undefined : context.say;
  writeReport(file, reportHtml(data, context.packageFolder), { ...context, say });
  return code;
}

/** What the report needs of what a bundle says of itself. */
interface Description {
  readonly routes: readonly unknown[];
  readonly effects: { readonly environment: readonly string[] };
}
