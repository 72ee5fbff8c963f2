import type { Plan } from "../../nouns/plan.ts";
import type { Comment } from "../yaml-text.ts";
import { networkPolicySpec } from "./network-policy.ts";
import { onceSpec, podSpec } from "./pod.ts";
import type { Workload } from "./workload.ts";

/** An object of Kubernetes, and what stands above keys of it. */
export interface ClusterObject {
  readonly data: Readonly<Record<string, unknown>>;
  readonly comments: readonly Comment[];
}

/** All objects of a workflow. */
export function clusterObjects(plan: Plan, workload: Workload): readonly ClusterObject[] {
  const { mode, stays } = workload;
  return [
    ...(mode === "worker" ? [migration(plan, workload)] : []),
    ...workload.volumes.map(({ claim }) => object(workload, claimOf(claim))),
    stays ? deployment(plan, workload) : mode === "timed" ? cronJob(plan, workload) : job(plan, workload),
    ...(mode === "server" ? [object(workload, service(workload))] : []),
    ...(mode === "server" || mode === "worker" ? [object(workload, budget(workload))] : []),
    object(workload, {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      spec: networkPolicySpec(plan, workload),
    }),
  ];
}

interface Parts {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined: that of the workload. */
  readonly name?: string;
  readonly spec: object;
}

function object({ name: own, labels }: Workload, parts: Parts, comments: readonly Comment[] = []): ClusterObject {
  const { apiVersion, kind, name = own, spec } = parts;
  return { data: { apiVersion, kind, metadata: { name, labels }, spec }, comments };
}

function claimOf(name: string): Parts {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", name, spec };
}

/** Makes the tables of the database, and has its workers follow the schedule, before they do or beside them. */
function migration(plan: Plan, workload: Workload): ClusterObject {
  const schedule = plan.schedule === undefined ? [] : [["schedule", "schedule"] as const];
  const spec = {
    // Soon gone, so that the next version has one of its own.
    ttlSecondsAfterFinished: 600,
    template: {
      metadata: { labels: { "app.kubernetes.io/component": "migration" } },
      spec: onceSpec(plan, workload, [["migrate", "migrate"], ...schedule]),
    },
  };
  return object(workload, { apiVersion: "batch/v1", kind: "Job", name: `${workload.name}-migrate`, spec });
}

function template(plan: Plan, workload: Workload): object {
  return { metadata: { labels: workload.labels }, spec: podSpec(plan, workload) };
}

function deployment(plan: Plan, workload: Workload): ClusterObject {
  const { replicas, selector, mode } = workload;
  const rolls = replicas > 1 && mode !== "worker";
  const spec = {
    replicas,
    // One pod ends before another begins where two would meet.
    strategy: rolls ? { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0 } } : { type: "Recreate" },
    selector: { matchLabels: selector },
    template: template(plan, workload),
  };
  const comments: readonly Comment[] = rolls
    ? []
    : [[["spec", mode === "worker" ? "strategy" : "replicas"], why[mode]]];
  return object(workload, { apiVersion: "apps/v1", kind: "Deployment", spec }, comments);
}

/** Why pods do not begin beside others. */
const why: Readonly<Record<Workload["mode"], string>> = {
  server: "What it keeps lies in files, which one pod at a time may use.",
  resident: "Two would run everything twice.",
  worker: "Workers take over the runs of another version once it has none.",
  timed: "",
  once: "",
};

function jobSpec(plan: Plan, workload: Workload): object {
  const { timeoutMs } = plan;
  return {
    // The workflow itself tries again what it says.
    backoffLimit: 0,
    // Beyond its own timeout: to find a machine and to fetch the image takes time.
    ...(timeoutMs !== undefined && { activeDeadlineSeconds: Math.ceil(timeoutMs / 1000) + 300 }),
    template: template(plan, workload),
  };
}

function job(plan: Plan, workload: Workload): ClusterObject {
  const spec = { ttlSecondsAfterFinished: 86_400, ...jobSpec(plan, workload) };
  return object(workload, { apiVersion: "batch/v1", kind: "Job", spec });
}

/** Seconds after which a start that a CronJob has missed is not made up for. */
const startingSeconds = 60;

function cronJob(plan: Plan, workload: Workload): ClusterObject {
  const { schedule } = plan;
  if (schedule === undefined) throw new Error("a CronJob without a schedule");
  const spec = {
    schedule: schedule.cron,
    timeZone: schedule.timeZone,
    concurrencyPolicy: schedule.overlap === "cancel" ? "Replace" : "Forbid",
    ...(!schedule.catchUp && { startingDeadlineSeconds: startingSeconds }),
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 3,
    jobTemplate: { metadata: { labels: workload.labels }, spec: jobSpec(plan, workload) },
  };
  return object(workload, { apiVersion: "batch/v1", kind: "CronJob", spec });
}

function service({ selector }: Workload): Parts {
  return {
    apiVersion: "v1",
    kind: "Service",
    spec: { selector, ports: [{ name: "http", port: 80, targetPort: "http" }] },
  };
}

/** With one pod, too: a machine that is emptied has not to wait for ever. */
function budget({ selector }: Workload): Parts {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    spec: { maxUnavailable: 1, selector: { matchLabels: selector } },
  };
}
