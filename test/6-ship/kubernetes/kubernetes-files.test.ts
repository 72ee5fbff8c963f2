import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { kubernetesFiles } from "../../../compiler/6-ship/kubernetes/kubernetes-files.ts";
import { command, project, type WorkflowParts } from "../../cli/project.ts";
import { planOf } from "../../support/docker-files.ts";
import { exampleNames } from "../../support/examples.ts";
import { flowcHere } from "../../support/flowc.ts";
import { hasProgram } from "../../support/programs.ts";

// biome-ignore lint/suspicious/noExplicitAny: the schemas are what says of which types objects are
type Data = Readonly<Record<string, any>>;

const api = JSON.parse(readFileSync(join(import.meta.dirname, "schemas", "kubernetes-1.36.json"), "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema(api, "api");

const definitions: Readonly<Record<string, string>> = {
  ConfigMap: "io.k8s.api.core.v1.ConfigMap",
  CronJob: "io.k8s.api.batch.v1.CronJob",
  Deployment: "io.k8s.api.apps.v1.Deployment",
  Job: "io.k8s.api.batch.v1.Job",
  NetworkPolicy: "io.k8s.api.networking.v1.NetworkPolicy",
  PersistentVolumeClaim: "io.k8s.api.core.v1.PersistentVolumeClaim",
  PodDisruptionBudget: "io.k8s.api.policy.v1.PodDisruptionBudget",
  Service: "io.k8s.api.core.v1.Service",
};

/** What the API's schemas say of an object. */
function problems(object: Data): readonly string[] {
  const definition = definitions[object["kind"]];
  if (definition === undefined) return [`${object["kind"]} is not known`];
  const validate = ajv.getSchema(`api#/$defs/${definition}`);
  if (validate === undefined) return [`no schema of ${definition}`];
  return validate(object)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function objectsIn(text: string): readonly Data[] {
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Data;
  });
}

async function built(workflow: WorkflowParts | string, ...options: readonly string[]) {
  const folder = project(workflow);
  const target = options.includes("--target") ? [] : ["--target", "kubernetes"];
  const args = ["build", ".", ...target, ...options];
  const { code, stderr } = await flowcHere(args, { cwd: folder.path });
  expect(code, stderr).toBe(0);
  const dist = join(folder.path, "dist");
  const name = readdirSync(dist).find((one) => one.endsWith(".kubernetes.yaml")) ?? "";
  const text = readFileSync(join(dist, name), "utf8");
  const objects = objectsIn(text);
  expect(objects.flatMap(problems)).toEqual([]);
  const of = (kind: string): Data => objects.find((object) => object["kind"] === kind) ?? {};
  const pod = (kind: string): Data => of(kind)["spec"].template.spec;
  return { ...folder, dist, name, text, objects, of, pod, kinds: objects.map((object) => object["kind"]) };
}

const schedule = { cron: "*/30 2 * * SUN", timeZone: "Europe/Berlin" };
const routes = [{ path: "/", methods: ["GET"] }];
const answer = { actionId: "main", validations: { routes: ["/"] }, apiResponse: { response: "hi" } };
const ask = (url: string) => ({ actionId: "main", httpClient: { url, timeout: "5s" } });
const store = (more: object = {}) => ({
  actionId: "main",
  component: { name: "memory", with: { action: "store", key: "k", value: "v", ...more } },
});

describe.concurrent("the API's schemas", () => {
  test("refuse what is no part of an object", () => {
    const service = { apiVersion: "v1", kind: "Service", metadata: { name: "x" } };
    expect(problems({ ...service, spec: { ports: [{ port: 80 }] } })).toEqual([]);
    expect(problems({ ...service, spec: { port: 80 } })).toEqual(["/spec must NOT have additional properties"]);
    expect(problems({ ...service, spec: { ports: [{ port: "80" }] } })).toEqual(["/spec/ports/0/port must be integer"]);
    expect(problems({ ...service, spec: { ports: [{ port: null }] } })).not.toEqual([]);
  });

  test.each(exampleNames)("accept the objects of examples/%s", (example) => {
    const [file] = kubernetesFiles(planOf(`examples/${example}`));
    const objects = objectsIn(file?.text ?? "");
    expect(objects.length).toBeGreaterThan(1);
    expect(objects.flatMap(problems)).toEqual([]);
  });
});

describe.concurrent("a server", () => {
  const server = (apiServer: object = {}, resources: readonly object[] = [answer]) =>
    ({ name: "web", settings: { apiServer: { routes, ...apiServer } }, resources }) as WorkflowParts;

  test("is a Deployment with a Service and a PodDisruptionBudget, which drains", async () => {
    using made = await built(server({ healthPath: "/health", portNum: 8080 }));
    expect(made.kinds).toEqual(["Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy"]);
    expect(made.of("Deployment")["spec"].replicas).toBe(2);
    const pod = made.pod("Deployment");
    const [container] = pod["containers"];
    expect(container.readinessProbe.httpGet).toEqual({ path: "/health", port: "http" });
    expect(container.ports).toEqual([{ name: "http", containerPort: 8080 }]);
    const waits = container.lifecycle.preStop.sleep.seconds;
    // The server itself gives running requests 10 seconds.
    expect(pod["terminationGracePeriodSeconds"]).toBeGreaterThanOrEqual(waits + 10);
    expect(made.of("Service")["spec"].selector).toEqual(made.of("Deployment")["spec"].selector.matchLabels);
  });

  test("without a health path asks itself, and binds a low port without a capability", async () => {
    using made = await built(server({ portNum: 80 }));
    const [container] = made.pod("Deployment")["containers"];
    expect(container.livenessProbe.exec.command).toEqual(["node", "/app/web.mjs", "healthcheck"]);
    expect(made.pod("Deployment")["securityContext"].sysctls).toEqual([
      { name: "net.ipv4.ip_unprivileged_port_start", value: "0" },
    ]);
  });

  test("that keeps files has one pod at a time", async () => {
    using made = await built(server({}, [store({ dbPath: "/srv/shop/memory.db" }), { ...answer, actionId: "last" }]));
    const { spec } = made.of("Deployment");
    expect([spec.replicas, spec.strategy]).toEqual([1, { type: "Recreate" }]);
    const mounts = made.pod("Deployment")["containers"][0].volumeMounts.map((mount: Data) => mount["mountPath"]);
    expect(mounts).toEqual(["/tmp", "/home/node/.flowc", "/srv/shop"]);
    expect(made.kinds.filter((kind) => kind === "PersistentVolumeClaim")).toHaveLength(2);
  });
});

describe.concurrent("a command", () => {
  test("is a Job, and runs under the restricted profile", async () => {
    using made = await built({ name: "once", resources: [command("main", "date")] });
    expect(made.kinds).toEqual(["Job", "NetworkPolicy"]);
    const pod = made.pod("Job");
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      restartPolicy: "Never",
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    expect(pod["containers"][0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
      readOnlyRootFilesystem: true,
    });
  });

  test.each([
    [{}, "Forbid", 60],
    [{ overlap: "cancel", catchUp: true }, "Replace", undefined],
  ])("with the schedule %j is a CronJob: %s", async (more, policy, deadline) => {
    const settings = { schedule: { ...schedule, ...more } };
    using made = await built({ name: "nightly", settings, resources: [command("main", "date")] });
    expect(made.kinds).toEqual(["CronJob", "NetworkPolicy"]);
    const { spec } = made.of("CronJob");
    expect([spec.schedule, spec.timeZone]).toEqual(["0,30 2 * * 0", "Europe/Berlin"]);
    expect([spec.concurrencyPolicy, spec.startingDeadlineSeconds]).toEqual([policy, deadline]);
    expect(spec.jobTemplate.spec.activeDeadlineSeconds).toBe(900);
  });

  test("whose runs wait for each other stays, as a CronJob has no queue", async () => {
    const settings = { schedule: { ...schedule, overlap: "queue", catchUp: true } };
    using made = await built({ name: "nightly", settings, resources: [command("main", "date")] });
    expect(made.kinds).toEqual(["PersistentVolumeClaim", "Deployment", "NetworkPolicy"]);
    const [container] = made.pod("Deployment")["containers"];
    expect(container.args).toEqual(["--scheduled"]);
    expect(container.volumeMounts.at(-1).mountPath).toBe("/home/node/.flowc/schedules");
    expect(made.pod("Deployment")["terminationGracePeriodSeconds"]).toBe(610);
  });
});

describe.concurrent("workers of runs in a database", () => {
  const target = ["--target", "dbos-kubernetes"];

  test("are a Deployment and a Job that makes the tables", async () => {
    const resources = [store(), command("last", "date", { requires: ["main"] })];
    using made = await built({ name: "fleet", settings: { schedule }, resources }, ...target, "--docker");
    expect(made.kinds).toEqual(["Job", "Deployment", "PodDisruptionBudget", "NetworkPolicy"]);
    const worker = made.pod("Deployment")["containers"][0];
    expect(worker.args).toEqual(["worker", "--adopt"]);
    // Runs of another version are taken over when a worker starts, if that version has none.
    expect(made.of("Deployment")["spec"].strategy).toEqual({ type: "Recreate" });
    expect(worker.env).toEqual([
      {
        name: "FLOWC_DATABASE_URL",
        valueFrom: { secretKeyRef: { name: "fleet", key: "FLOWC_DATABASE_URL" } },
      },
    ]);
    const job = made.pod("Job");
    expect(made.of("Job")["metadata"].name).toBe("fleet-migrate");
    expect([...job["initContainers"], ...job["containers"]].map(({ args }: Data) => args)).toEqual([
      ["migrate"],
      ["schedule"],
    ]);
    // Pods of the Job are none of the Deployment's.
    const labels = made.of("Job")["spec"].template.metadata.labels;
    expect(labels["app.kubernetes.io/name"]).toBeUndefined();
    expect(readFileSync(join(made.dist, "Dockerfile"), "utf8")).toContain(
      'ENTRYPOINT ["node","/app/fleet.mjs"]\nCMD ["worker"]\n',
    );
    expect((await flowcHere(["verify", "dist/fleet.mjs", "."], { cwd: made.path })).code).toBe(0);
  });

  test("take inputs, as each run brings its own", async () => {
    const settings = { inputs: { day: { type: "string", required: true } } };
    const env = { DAY: "{{ get('day') }}" };
    using made = await built(
      { name: "daily", settings, resources: [command("main", "date", { exec: { command: "date", env } })] },
      ...target,
    );
    expect(made.pod("Job")["containers"].map(({ args }: Data) => args)).toEqual([["migrate"]]);
  });
});

describe.concurrent("the environment", () => {
  test("comes from a Secret and a ConfigMap, by name", async () => {
    const env = { A: "{{ env('API_KEY') }}", B: "{{ env('CITY', 'Rome') }}" };
    const url = "{{ env('DATABASE_URL') }}";
    const settings = { sqlConnections: { db: { connection: url, driver: "postgres" } } };
    const read = { actionId: "read", sql: { connectionName: "db", query: "select 1", timeout: "5s" } };
    const run = command("main", "true", { exec: { command: "true", env }, requires: ["read"] });
    using made = await built({ name: "needy", settings, resources: [read, run] });
    const secret = (key: string, more: object = {}) => ({ secretKeyRef: { name: "needy", key, ...more } });
    expect(made.pod("Job")["containers"][0].env).toEqual([
      { name: "API_KEY", valueFrom: secret("API_KEY") },
      { name: "CITY", valueFrom: { configMapKeyRef: { name: "needy", key: "CITY", optional: true } } },
      { name: "DATABASE_URL", valueFrom: secret("DATABASE_URL") },
    ]);
  });
});

describe.concurrent("the NetworkPolicy", () => {
  const dns = { ports: ["UDP", "TCP"].map((protocol) => ({ port: 53, protocol })) };
  const tcp = (...ports: number[]) => ports.map((port) => ({ port, protocol: "TCP" }));

  test.each([
    ["https://example.org:8443/x", [dns, { ports: tcp(8443) }]],
    ["https://example.org/x", [dns, { ports: tcp(80, 443) }]],
    ["http://192.0.2.7:81/", [dns, { to: [{ ipBlock: { cidr: "192.0.2.7/32" } }], ports: tcp(81) }]],
    ["http://[2001:db8::1]:81/", [dns, { to: [{ ipBlock: { cidr: "2001:db8::1/128" } }], ports: tcp(81) }]],
    ["{{ env('URL') }}", [{}]],
  ])("of a workflow that asks %s", async (url, expected) => {
    using made = await built({ name: "asks", resources: [ask(url)] });
    expect(made.of("NetworkPolicy")["spec"].egress).toEqual(expected);
    expect(made.of("NetworkPolicy")["spec"].ingress).toEqual([]);
  });

  test("lets nothing out where nothing asks, and everything where commands may", async () => {
    using kept = await built({ name: "kept", resources: [store()] });
    expect(kept.of("NetworkPolicy")["spec"].egress).toEqual([]);
    using runs = await built({ name: "runs", resources: [command("main", "date")] });
    expect(runs.of("NetworkPolicy")["spec"].egress).toEqual([{}]);
  });
});

describe.concurrent("--target kubernetes", () => {
  test("takes texts of the workflow as text", async () => {
    const metadata = { name: "-9 Ünits: {x}\n---\nkind: Secret", version: "1.0\nlabels: {a: b}" };
    const text = {
      metadata,
      settings: { targetActionId: "main", timeout: "1m" },
      resources: [command("main", "date")],
    };
    using made = await built(JSON.stringify(text));
    expect(made.kinds).toEqual(["Job", "NetworkPolicy"]);
    for (const { metadata: own } of made.objects) expect(own.name).toMatch(/^[a-z](?:[-a-z0-9]{0,50}[a-z0-9])?$/);
    expect(made.of("Job")["metadata"].labels).toEqual({ "app.kubernetes.io/name": made.of("Job")["metadata"].name });
    expect(made.pod("Job")["containers"][0].image).toMatch(/:latest$/);
  });

  test("shortens a name to what a CronJob may have", async () => {
    const name = `${"long-".repeat(10)}-name`;
    using made = await built({ name, settings: { schedule }, resources: [command("main", "date")] });
    expect(made.of("CronJob")["metadata"].name).toMatch(/^[a-z](?:[-a-z0-9]{0,50}[a-z0-9])?$/);
  });

  test("gives the same bytes each time, and is verified with the bundle", async () => {
    const workflow = { name: "nightly", settings: { schedule }, resources: [command("main", "date")] };
    using one = await built(workflow);
    using other = await built(workflow);
    expect(other.text).toBe(one.text);
    const args = ["verify", "dist/nightly.mjs", "."];
    expect((await flowcHere(args, { cwd: one.path })).code).toBe(0);
    writeFileSync(join(one.dist, one.name), one.text.replace("Forbid", "Allow"));
    const changed = await flowcHere(args, { cwd: one.path });
    expect([changed.code, changed.stdout + changed.stderr]).toEqual([1, expect.stringContaining(one.name)]);
  });

  test("goes with --docker, and not with --exe", async () => {
    const workflow = { name: "plain", resources: [command("main", "date")] };
    using made = await built(workflow, "--docker");
    expect(readdirSync(made.dist)).toEqual(expect.arrayContaining(["Dockerfile", "kustomization.yaml"]));
    const { code, stderr } = await flowcHere(["build", ".", "--target", "kubernetes", "--exe"], { cwd: made.path });
    expect([code, stderr]).toEqual([
      2,
      "error: --target kubernetes starts an image, which holds a bundle: leave out --exe\n",
    ]);
  });

  test("replaces no file of somebody else", async () => {
    using made = await built({ name: "plain", resources: [command("main", "date")] });
    writeFileSync(join(made.dist, "kustomization.yaml"), "kind: Kustomization\n");
    const { code, stderr } = await flowcHere(["build", ".", "--target", "kubernetes"], { cwd: made.path });
    expect(code).toBe(2);
    expect(stderr).toContain("was not written by flowc build --target kubernetes");
  });

  test.runIf(hasProgram("kubectl"))("makes a base that Kustomize builds and an overlay changes", async () => {
    const settings = { apiServer: { routes } };
    using made = await built({ name: "web", settings, resources: [answer] });
    const overlay = { resources: ["base"], images: [{ name: "web", newName: "example.org/web", newTag: "7" }] };
    const files = [made.name, "kustomization.yaml"].map((name) => [
      `base/${name}`,
      readFileSync(join(made.dist, name), "utf8"),
    ]);
    using folder = project("", { "kustomization.yaml": JSON.stringify(overlay), ...Object.fromEntries(files) });
    const { stdout, stderr, status } = spawnSync("kubectl", ["kustomize", folder.path], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    const objects = objectsIn(stdout);
    expect(objects.flatMap(problems)).toEqual([]);
    const deployment = objects.find((object) => object["kind"] === "Deployment");
    expect(deployment?.["spec"].template.spec.containers[0].image).toBe("example.org/web:7");
  });
});
