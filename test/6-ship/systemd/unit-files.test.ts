import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unitFiles } from "../../../compiler/6-ship/systemd/unit-files.ts";
import { command, project, type WorkflowParts } from "../../cli/project.ts";
import { planOf } from "../../support/docker-files.ts";
import { flowcHere, temporaryFolder } from "../../support/flowc.ts";
import { hasProgram } from "../../support/programs.ts";

const schedule = { cron: "30 2 * * MON-FRI", timeZone: "Europe/Berlin", catchUp: true };

async function units(workflow: WorkflowParts | string) {
  const folder = project(workflow);
  const { code, stderr } = await flowcHere(["build", ".", "--target", "systemd"], { cwd: folder.path });
  expect(code, stderr).toBe(0);
  const dist = join(folder.path, "dist");
  const names = readdirSync(dist).filter((name) => /\.(?:service|timer)$/.test(name));
  const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(dist, name), "utf8")]));
  return { ...folder, dist, names, texts };
}

/** The values of a setting of a unit. */
function values(text: string | undefined, key: string): readonly string[] {
  return (text ?? "").split("\n").flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
}

const memory = { actionId: "main", component: { name: "memory", with: { action: "store", key: "k", value: "v" } } };
const loaded = (url: string) => ({ actionId: "main", httpClient: { url, timeout: "5s" } });

describe.concurrent("the units of a workflow", () => {
  test("are a service and a timer for a schedule", async () => {
    using made = await units({ name: "nightly", settings: { schedule }, resources: [command("main", "date")] });
    expect(made.names).toEqual(["nightly.service", "nightly.timer"]);
    expect(made.texts["nightly.timer"]).toBe(`\
# Written by flowc build --target systemd for nightly.mjs; the next build replaces it.
# Put changes into /etc/systemd/system/nightly.timer.d/: systemctl edit nightly.timer

[Unit]
Description=Schedule of nightly

[Timer]
OnCalendar=Mon,Tue,Wed,Thu,Fri *-*-* 02:30:00 Europe/Berlin
AccuracySec=1s
Persistent=yes

[Install]
WantedBy=timers.target
`);
    const service = made.texts["nightly.service"];
    expect(values(service, "Type")).toEqual(["oneshot"]);
    expect(values(service, "ExecStart")).toEqual(["/usr/bin/env node /usr/local/lib/nightly/nightly.mjs"]);
    expect(values(service, "TimeoutStartSec")).toEqual(["610s"]);
    expect(values(service, "WantedBy")).toEqual([]);
  });

  test.each(["queue", "cancel"])("stay where a timer has no %s", async (overlap) => {
    const settings = { schedule: { ...schedule, overlap } };
    using made = await units({ name: "nightly", settings, resources: [command("main", "date")] });
    expect(made.names).toEqual(["nightly.service"]);
    const service = made.texts["nightly.service"];
    expect(values(service, "ExecStart")).toEqual(["/usr/bin/env node /usr/local/lib/nightly/nightly.mjs --scheduled"]);
    expect(values(service, "WantedBy")).toEqual(["multi-user.target"]);
    expect(values(service, "TimeoutStopSec")).toEqual(["610s"]);
  });

  test("keep a server running, and give its requests time", async () => {
    const settings = { apiServer: { portNum: 80, hostIp: "0.0.0.0", routes: [{ path: "/", methods: ["GET"] }] } };
    const answer = { actionId: "main", validations: { routes: ["/"] }, apiResponse: { response: "hi" } };
    using made = await units({ name: "web", settings, resources: [answer] });
    const service = made.texts["web.service"];
    expect(values(service, "Restart")).toEqual(["on-failure"]);
    expect(values(service, "TimeoutStopSec")).toEqual(["15s"]);
    expect(values(service, "AmbientCapabilities")).toEqual(["CAP_NET_BIND_SERVICE"]);
    expect(values(service, "RestrictAddressFamilies")).toEqual(["AF_UNIX AF_INET AF_INET6"]);
  });

  test("have the network that the effects ask for", async () => {
    using without = await units({ name: "kept", resources: [memory] });
    expect(values(without.texts["kept.service"], "PrivateNetwork")).toEqual(["yes"]);
    expect(values(without.texts["kept.service"], "RestrictAddressFamilies")).toEqual(["AF_UNIX"]);
    using withIt = await units({ name: "asks", resources: [loaded("https://example.org/")] });
    expect(values(withIt.texts["asks.service"], "PrivateNetwork")).toEqual([]);
    expect(values(withIt.texts["asks.service"], "RestrictAddressFamilies")[0]).toContain("AF_INET6");
  });

  test("may write where the workflow keeps files", async () => {
    const parts = { ...memory.component.with, dbPath: "/srv/shop/memory.db" };
    using made = await units({ name: "shop", resources: [{ ...memory, component: { name: "memory", with: parts } }] });
    expect(values(made.texts["shop.service"], "ReadWritePaths")).toEqual(["-/srv/shop"]);
  });

  test("name variables and hold no values", async () => {
    const needs = command("main", "true", { exec: { command: "true", env: { K: "{{ env('API_KEY') }}" } } });
    using made = await units({ name: "needy", resources: [needs] });
    const service = made.texts["needy.service"] ?? "";
    expect(service).toContain("# It reads API_KEY: as lines NAME=value in a file of mode 0600.\n");
    expect(values(service, "EnvironmentFile")).toEqual(["/etc/needy.env"]);
  });

  test("take texts of the workflow as text", async () => {
    const about = "100%n of $HOME\n[Service]\nExecStart=/bin/false \\";
    const text = {
      metadata: { name: "../Ünits %h [x]\nUser=root", description: about },
      settings: { targetActionId: "main", timeout: "1m", schedule },
      resources: [command("main", "date")],
    };
    using made = await units(JSON.stringify(text));
    expect(made.names).toEqual(["nits-h-x-user-root.service", "nits-h-x-user-root.timer"]);
    const service = made.texts["nits-h-x-user-root.service"];
    expect(values(service, "User")).toEqual([]);
    expect(values(service, "ExecStart")).toHaveLength(1);
    expect(values(service, "Description")).toEqual([
      "../Ünits %%h [x] User=root: 100%%n of $HOME [Service] ExecStart=/bin/false",
    ]);
    expect(verify(made.dist, made.names)).toEqual({ status: 0, output: "" });
  });

  test.runIf(hasProgram("systemd-analyze")).each(["nightly", "api", "visits", "sales-digest"])(
    "of examples/%s are accepted by systemd, and expose little",
    (example) => {
      using folder = temporaryFolder();
      const files = unitFiles(planOf(`examples/${example}`));
      for (const { name, text } of files) writeFileSync(join(folder.path, name), text);
      const names = files.map(({ name }) => name);
      expect(names).toContain(`${example}.service`);
      expect(verify(folder.path, names)).toEqual({ status: 0, output: "" });
      // Tenths of the level that systemd gives, of 10.
      const exposed = ["security", "--offline=true", "--threshold=20", join(folder.path, `${example}.service`)];
      expect(spawnSync("systemd-analyze", exposed).status).toBe(0);
    },
  );
});

describe.concurrent("--target systemd", () => {
  test("refuses inputs that nobody gives", async () => {
    const settings = { inputs: { day: { type: "string", required: true } } };
    const reads = command("main", "true", { exec: { command: "true", env: { DAY: "{{ get('day') }}" } } });
    using folder = project({ name: "daily", settings, resources: [reads] });
    const { code, stderr } = await flowcHere(["build", ".", "--target", "systemd"], { cwd: folder.path });
    expect([code, stderr]).toEqual([
      2,
      'error: workflow.yaml needs the input "day", which --target systemd cannot give: declare a default in settings.inputs\n',
    ]);
  });

  test.each(["--docker", "--exe"])("does not go with %s", async (option) => {
    using folder = project({ name: "plain", resources: [command("main", "date")] });
    const { code, stderr } = await flowcHere(["build", ".", "--target", "systemd", option], { cwd: folder.path });
    expect([code, stderr]).toEqual([2, `error: --target systemd starts the bundle with Node: leave out ${option}\n`]);
  });

  test("replaces no unit of somebody else", async () => {
    using made = await units({ name: "plain", resources: [command("main", "date")] });
    writeFileSync(join(made.dist, "plain.service"), "[Service]\n");
    const { code, stderr } = await flowcHere(["build", ".", "--target", "systemd"], { cwd: made.path });
    expect(code).toBe(2);
    expect(stderr).toContain("was not written by flowc build --target systemd");
  });

  test("is verified with the bundle", async () => {
    using made = await units({ name: "plain", settings: { schedule }, resources: [command("main", "date")] });
    const args = ["verify", "dist/plain.mjs", "."];
    expect((await flowcHere(args, { cwd: made.path })).code).toBe(0);
    writeFileSync(join(made.dist, "plain.timer"), `${made.texts["plain.timer"]}OnCalendar=hourly\n`);
    const changed = await flowcHere(args, { cwd: made.path });
    expect([changed.code, changed.stdout + changed.stderr]).toEqual([1, expect.stringContaining("plain.timer")]);
  });
});

/** What systemd says of units. */
function verify(folder: string, names: readonly string[]) {
  if (!hasProgram("systemd-analyze")) return { status: 0, output: "" };
  const paths = names.map((name) => join(folder, name));
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
  return { status, output: stdout + stderr };
}
