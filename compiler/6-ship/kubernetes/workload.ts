import type { Plan } from "../../nouns/plan.ts";
import { type DataFolder, dataFolders, home } from "../docker/data-folders.ts";
import { type RunMode, runMode } from "../run-mode.ts";
import { serviceName } from "../service-name.ts";

/** How a workflow runs in a cluster. */
export interface Workload {
  readonly name: string;
  /** `worker`: it takes runs from a queue. */
  readonly mode: RunMode | "worker";
  /** Its pods are to run all the time. */
  readonly stays: boolean;
  readonly labels: Readonly<Record<string, string>>;
  /** The labels that its pods are known by. */
  readonly selector: Readonly<Record<string, string>>;
  /** Of a server. */
  readonly port: number | undefined;
  readonly volumes: readonly Volume[];
  /** True where files may lie in other folders too. */
  readonly filesElsewhere: boolean;
  /** How many pods run at a time: files that outlive a pod are for one. */
  readonly replicas: number;
}

/** A folder of the image on a claim. */
export interface Volume extends DataFolder {
  readonly claim: string;
}

/** What a CronJob does with runs that meet; it has no queue. */
const overlaps = ["skip", "cancel"];

/** The workload of a workflow; `durable`: its runs are in a database. */
export function workloadOf(plan: Plan, durable: boolean): Workload {
  const name = serviceName(plan.name);
  const mode = durable ? "worker" : runMode(plan, overlaps);
  const { folders, elsewhere } = dataFolders(plan, home, durable);
  // The cluster knows itself when a CronJob last ran.
  const kept = folders.filter((folder) => mode === "resident" || folder.name !== "schedules");
  const selector = { "app.kubernetes.io/name": name };
  const version = plan.version !== undefined && /^\w(?:[\w.-]{0,61}\w)?$/.test(plan.version) ? plan.version : undefined;
  return {
    name,
    mode,
    stays: mode === "server" || mode === "resident" || mode === "worker",
    selector,
    labels: { ...selector, ...(version !== undefined && { "app.kubernetes.io/version": version }) },
    port: plan.server ? plan.apiServer?.port || 16_395 : undefined,
    volumes: kept.map((folder) => ({ ...folder, claim: `${name}-${folder.name}` })),
    filesElsewhere: elsewhere,
    replicas: kept.length === 0 && (durable || (mode === "server" && !elsewhere)) ? 2 : 1,
  };
}

/** The tag of its image. */
export function imageTag({ version }: Plan): string {
  return version !== undefined && /^\w[\w.-]{0,127}$/.test(version) ? version : "latest";
}

/** Seconds that a pod has to end: what is under way, and some more. */
export function drainSeconds({ timeoutMs }: Plan, mode: Workload["mode"]): number {
  switch (mode) {
    case "server":
      // Five until nobody asks any more, ten for running requests.
      return 20;
    case "resident":
      return timeoutMs === undefined ? 3600 : Math.ceil(timeoutMs / 1000) + 10;
    case "worker":
      // It hands its runs over at once, and ends their commands.
      return 30;
    case "timed":
    case "once":
      return 10;
  }
}
