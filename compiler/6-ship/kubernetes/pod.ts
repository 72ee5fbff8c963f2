import { bundleName } from "../../5-bundle/bundle-name.ts";
import type { Plan } from "../../nouns/plan.ts";
import { user } from "../docker/install-lines.ts";
import { containerEnvironment } from "./environment.ts";
import { drainSeconds, imageTag, type Workload } from "./workload.ts";

/** What the pods of a workload run, under the restricted profile of Kubernetes' Pod Security Standards. */
export function podSpec(plan: Plan, workload: Workload): Readonly<Record<string, unknown>> {
  const { replicas, port } = workload;
  return {
    ...(replicas > 1 && { topologySpreadConstraints: [spread(workload)] }),
    ...(!workload.stays && { restartPolicy: "Never" }),
    ...podSettings(plan, workload),
    containers: [
      { ...container(plan, workload, argumentsOf(workload)), ...(port !== undefined && probes(plan, port)) },
    ],
    volumes: volumesOf(workload),
  };
}

/** Pods that run the bundle with each of these arguments, one after the other, and end. */
export function onceSpec(
  plan: Plan,
  workload: Workload,
  runs: readonly (readonly [name: string, ...args: readonly string[]])[],
): Readonly<Record<string, unknown>> {
  const containers = runs.map(([name, ...args]) => ({ ...container(plan, workload, args), name }));
  return {
    restartPolicy: "OnFailure",
    ...podSettings(plan, workload),
    ...(containers.length > 1 && { initContainers: containers.slice(0, -1) }),
    containers: containers.slice(-1),
    volumes: volumesOf(workload),
  };
}

function argumentsOf({ mode }: Workload): readonly string[] {
  return mode === "resident" ? ["--scheduled"] : mode === "worker" ? ["worker", "--adopt"] : [];
}

function podSettings(plan: Plan, { mode, port }: Workload): Readonly<Record<string, unknown>> {
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: drainSeconds(plan, mode),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user.uid,
      runAsGroup: user.gid,
      fsGroup: user.gid,
      seccompProfile: { type: "RuntimeDefault" },
      ...(port !== undefined && port < 1024 && { sysctls: [lowPorts] }),
    },
  };
}

function volumesOf({ volumes }: Workload): readonly unknown[] {
  return [
    { name: "tmp", emptyDir: {} },
    ...volumes.map(({ name, claim }) => ({ name, persistentVolumeClaim: { claimName: claim } })),
  ];
}

/** Ports below 1024 need no right that the profile forbids. */
const lowPorts = { name: "net.ipv4.ip_unprivileged_port_start", value: "0" };

function spread({ selector }: Workload): Readonly<Record<string, unknown>> {
  return {
    maxSkew: 1,
    topologyKey: "kubernetes.io/hostname",
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: { matchLabels: selector },
  };
}

function container(plan: Plan, workload: Workload, args: readonly string[]): Readonly<Record<string, unknown>> {
  const { name, volumes } = workload;
  const environment = containerEnvironment(plan, workload);
  return {
    name: "workflow",
    image: `${name}:${imageTag(plan)}`,
    ...(args.length > 0 && { args }),
    ...(environment.length > 0 && { env: environment }),
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "512Mi" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
      readOnlyRootFilesystem: true,
    },
    volumeMounts: [
      { name: "tmp", mountPath: "/tmp" },
      ...volumes.map((volume) => ({ name: volume.name, mountPath: volume.path })),
    ],
  };
}

/** Seconds in which a pod that is to stop is still asked, until all machines know that it is not to be. */
const leavingSeconds = 5;

/** A server is asked at its health path, else whether it answers at all, by the bundle itself. */
function probes(plan: Plan, port: number): Readonly<Record<string, unknown>> {
  const healthPath = plan.apiServer?.healthPath;
  const asks =
    healthPath === undefined
      ? { exec: { command: ["node", `/app/${bundleName(plan.name)}.mjs`, "healthcheck"] }, timeoutSeconds: 5 }
      : { httpGet: { path: encodeURI(healthPath), port: "http" }, timeoutSeconds: 2 };
  return {
    ports: [{ name: "http", containerPort: port }],
    startupProbe: { ...asks, periodSeconds: 2, failureThreshold: 30 },
    readinessProbe: { ...asks, periodSeconds: 10 },
    livenessProbe: { ...asks, periodSeconds: 30, failureThreshold: 3 },
    lifecycle: { preStop: { sleep: { seconds: leavingSeconds } } },
  };
}
