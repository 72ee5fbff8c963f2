import type { Report } from "../../nouns/diagnostic.ts";
import type { MapNode, Node } from "../../nouns/node.ts";
import type { Overlap, Schedule } from "../../nouns/schedule.ts";
import { span } from "../../nouns/source.ts";
import { field, mapField, textField } from "../fields.ts";
import { cronText } from "./cron-text.ts";
import { parseCron } from "./parse-cron.ts";
import { timeZoneProblem } from "./time-zone.ts";

/** `settings.schedule`; undefined where there is none, or none that can be read, which has been reported. */
export function parseSchedule(settings: MapNode | undefined, server: boolean, report: Report): Schedule | undefined {
  const schedule = mapField(settings, "schedule");
  if (schedule === undefined) return undefined;
  if (server) reportServer(settings, report);
  const cron = field(schedule, "cron");
  const fields = cron && readCron(cron, report);
  const timeZone = readTimeZone(field(schedule, "timeZone"), report);
  if (fields === undefined || timeZone === undefined) return undefined;
  return {
    cron: cronText(fields),
    fields,
    timeZone,
    overlap: (textField(schedule, "overlap") ?? "skip") as Overlap,
    catchUp: textField(schedule, "catchUp") === "true",
  };
}

function reportServer(settings: MapNode | undefined, report: Report): void {
  const entry = settings?.entries.find(({ key }) => key === "schedule");
  if (entry === undefined) return;
  const help = "put what runs by the clock into a workflow of its own";
  report("conflicting-keys", entry.keySpan, "a server workflow answers requests and cannot have a schedule", { help });
}

function readCron(node: Node, report: Report) {
  if (node.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const { source } = node.span;
  return parseCron(node.value, ([start, end], message, help) => {
    const place = node.value === "" ? node.span : span(source, node.place(start), node.place(end));
    report("invalid-schedule", place, message, help === undefined ? {} : { help });
  });
}

function readTimeZone(node: Node | undefined, report: Report): string | undefined {
  if (node === undefined) return "UTC";
  if (node.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const problem = timeZoneProblem(node.value);
  if (problem === undefined) return node.value;
  const { message, help } = problem;
  report("invalid-schedule", node.span, message, help === undefined ? {} : { help });
  return undefined;
}
