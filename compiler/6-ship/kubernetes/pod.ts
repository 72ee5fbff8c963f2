import { bundleName } from "../../5-bundle/bundle-name.ts";
import type { Plan } from "../../nouns/plan.ts";
import { user } from "../docker/install-lines.ts";
import { containerEnvironment } from "./environment.ts";
import { drainSeconds, imageTag, type Workload } from "./workload.ts";

/** What the pods of a workload run, under the restricted profile of Kubernetes' Pod Security Standards. */
export function podSpec(plan: Plan, workload: Workload): Readonly<Record<string, unknown>> {
  const { mode, volumes, port } = workload;
  const stays = mode === "server" || mode === "resident";
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(!stays && { restartPolicy: "Never" }),
    terminationGracePeriodSeconds: drainSeconds(plan, mode),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user.uid,
      runAsGroup: user.gid,
      fsGroup: user.gid,
      seccompProfile: { type: "RuntimeDefault" },
      ...(port !== undefined && port < 1024 && { sysctls: [lowPorts] }),
    },
    ...(workload.replicas > 1 && { topologySpreadConstraints: [spread(workload)] }),
    containers: [container(plan, workload)],
    volumes: [
      { name: "tmp", emptyDir: {} },
      ...volumes.map(({ name, claim }) => ({ name, persistentVolumeClaim: { claimName: claim } })),
    ],
  };
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

function container(plan: Plan, workload: Workload): Readonly<Record<string, unknown>> {
  const { name, mode, port, volumes } = workload;
  const environment = containerEnvironment(plan, name);
  return {
    name: "workflow",
    image: `${name}:${imageTag(plan)}`,
    ...(mode === "resident" && { args: ["--scheduled"] }),
    ...(environment.length > 0 && { env: environment }),
    ...(port !== undefined && { ports: [{ name: "http", containerPort: port }], ...probes(plan) }),
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

/** Asked at its health path, else whether it answers at all, by the bundle itself. */
function probes(plan: Plan): Readonly<Record<string, unknown>> {
  const healthPath = plan.apiServer?.healthPath;
  const asks =
    healthPath === undefined
      ? { exec: { command: ["node", `/app/${bundleName(plan.name)}.mjs`, "healthcheck"] }, timeoutSeconds: 5 }
      : { httpGet: { path: encodeURI(healthPath), port: "http" }, timeoutSeconds: 2 };
  return {
    startupProbe: { ...asks, periodSeconds: 2, failureThreshold: 30 },
    readinessProbe: { ...asks, periodSeconds: 10 },
    livenessProbe: { ...asks, periodSeconds: 30, failureThreshold: 3 },
    lifecycle: { preStop: { sleep: { seconds: leavingSeconds } } },
  };
}
