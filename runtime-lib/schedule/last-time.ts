import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScheduleDefinition, WorkflowDefinition } from "../run/definition.ts";
import { FlowError } from "../run/errors.ts";
import { homeFolder } from "../run/home-folder.ts";
import { makeFolder } from "../sqlite/make-folder.ts";

/** The file that holds up to which time a schedule has been followed, for the next process. */
export interface LastTime {
  /** Undefined where nothing is known, or another schedule was followed. Milliseconds since 1970. */
  readonly time: number | undefined;
  /** Throws the system's error. */
  keep(time: number): void;
}

/**
 * Opens the file of a workflow: in the folder that systemd names in STATE_DIRECTORY, else in `~/.flowc/schedules`. Throws
 * preflight where there is no home folder.
 */
export function lastTimeOf({ name }: WorkflowDefinition, schedule: ScheduleDefinition): LastTime {
  const folder = process.env["STATE_DIRECTORY"]?.split(":")[0] || ownFolder();
  const path = join(folder, `${encodeURIComponent(name)}.json`);
  const { cron, timeZone } = schedule;
  return {
    time: readTime(path, { cron, timeZone }),
    keep: (time) => {
      makeFolder(folder);
      writeAside(path, `${JSON.stringify({ cron, timeZone, time: new Date(time).toISOString() })}\n`);
    },
  };
}

function ownFolder(): string {
  const home = homeFolder();
  if (home !== undefined) return join(home, ".flowc", "schedules");
  throw new FlowError("preflight", "there is no home folder to keep the time of the last run in; set STATE_DIRECTORY");
}

function readTime(path: string, { cron, timeZone }: Pick<ScheduleDefinition, "cron" | "timeZone">): number | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;
    const time = Date.parse(String(kept["time"]));
    return kept["cron"] === cron && kept["timeZone"] === timeZone && !Number.isNaN(time) ? time : undefined;
  } catch {
    return undefined;
  }
}

function writeAside(path: string, text: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    writeFileSync(aside, text, { mode: 0o600 });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}
