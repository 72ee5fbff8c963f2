import { seconds } from "../../../runtime-lib/command/seconds.ts";
import { labelOf } from "../../../runtime-lib/command/step-output.ts";
import { type RecordedRun, recordedRun } from "../../../runtime-lib/store/recorded-run.ts";
import { visible } from "../../report/text.ts";
import { runsShowSpec } from "../command-table/runs.ts";
import { readArguments } from "../shared/arguments.ts";
import type { Command } from "../shared/context.ts";
import { localTime } from "./list.ts";
import { withRuns } from "./open-runs.ts";

/** `flowc runs show RUN`: what is kept of a run. */
export const show: Command = async (argv, context) => {
  const { values, positionals } = readArguments(runsShowSpec, argv);
  return withRuns(values.store, context, async ({ database, path }) => {
    const recorded = recordedRun(database, path, positionals[0]);
    await context.print(values.format === "json" ? JSON.stringify(recorded, null, 2) : asText(recorded));
    return 0;
  });
};

function asText(recorded: RecordedRun): string {
  const { run, inputs, result } = recorded;
  const took = run.endedAt === undefined ? "" : ` in ${seconds(Date.parse(run.endedAt) - Date.parse(run.startedAt))}`;
  const sections = [
    [
      `run       ${run.id}`,
      `workflow  ${run.workflow}${run.version === undefined ? "" : ` ${run.version}`}`,
      `status    ${run.status}${took}${run.journal && run.status !== "completed" ? "; flowc resume goes on with it" : ""}`,
      `started   ${localTime(run.startedAt)}`,
      ...(run.message === undefined ? [] : [`failure   ${run.message} [${run.failureClass}]`]),
    ],
    ...titled(
      "inputs",
      Object.entries(inputs as object).map(([name, value]) => `${name}  ${JSON.stringify(value)}`),
    ),
    ...titled("resources", resourceLines(recorded)),
    ...titled("output", outputLines(recorded)),
    ...titled("result", result === undefined ? [] : textOf(result).split("\n")),
  ];
  return sections.map((lines) => lines.map((line) => visibleLines(line)).join("\n")).join("\n\n");
}

function textOf(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result);
}

function titled(title: string, lines: readonly string[]): readonly (readonly string[])[] {
  return lines.length === 0 ? [] : [[`${title}:`, ...lines.map((line) => `  ${line}`)]];
}

function resourceLines({ graph, events, results, notes }: RecordedRun): readonly string[] {
  const width = Math.max(0, ...graph.resources.map(({ id }) => id.length));
  return graph.resources.map(({ id }) => {
    const end = events.findLast(
      ({ event, actionId }) => actionId === id && /\.(?:completed|failed|skipped)$/.test(event),
    );
    const status = end?.event.replace("resource.", "") ?? (Object.hasOwn(results, id) ? "completed" : "");
    const took = end?.durationMs === undefined ? "" : ` in ${seconds(end.durationMs)}`;
    const more = [end?.message, notes[id] && `its result is ${notes[id]}`].filter((part) => part !== undefined);
    return `${id.padEnd(width)}  ${status}${took}${more.length === 0 ? "" : `  (${more.join("; ")})`}`.trimEnd();
  });
}

function outputLines({ events }: RecordedRun): readonly string[] {
  return events.flatMap((event) => (event.event === "resource.output" ? [`${labelOf(event)} | ${event.line}`] : []));
}

function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}
