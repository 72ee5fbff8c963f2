import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { canIsolate, container, type Running } from "../support/container.ts";
import { flowc, root, temporaryFolder } from "../support/flowc.ts";
import { systemPython } from "../support/stub-mirror.ts";
import { makeWheel } from "../support/wheel.ts";
import { project } from "./project.ts";

// What an image would hold, and nothing else: these tests fail where a bundle needs more than its Dockerfile gives it.

const isolates = canIsolate();

async function dockerBuild(workflow: string) {
  const out = temporaryFolder();
  const { stderr, code } = await flowc(["build", workflow, "--docker", "-o", out.path]);
  expect(code, stderr).toBe(0);
  return out;
}

const quiet = ["--step-output", "none"];

describe.skipIf(!isolates)("in a root made of what the image would hold", () => {
  test("an expression needs neither network nor a place to write", async () => {
    using folder = project({
      name: 'Ünïcode "$HOME" `id`',
      resources: [{ actionId: "sum", apiResponse: { response: { sum: "{{ int(get('a')) + 1 }}" } } }],
    });
    using out = await dockerBuild(folder.path);
    using box = container(out.path);
    const { stdout, stderr, code } = await box.run([...quiet, "--input", "a=41"]);
    expect([stderr, code]).toEqual(["", 0]);
    expect(JSON.parse(stdout)).toEqual({ success: true, response: { sum: 42 } });
  });

  test("the user, the root and the environment are the image's", async () => {
    const script =
      "id -u; id -g; pwd; touch /app/x 2>&1; touch /tmp/x && echo temporary; env | sort | grep -vE '^(PWD|OLDPWD|FLOWC_TASK)='";
    using folder = project({ resources: [{ actionId: "look", exec: { command: script } }] });
    using out = await dockerBuild(folder.path);
    using box = container(out.path, { programs: ["id", "touch", "env", "sort", "grep"] });
    const { stdout, stderr } = await box.run(quiet);
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      "1000",
      "1000",
      "/home/node",
      "touch: cannot touch '/app/x': Read-only file system",
      "temporary",
      ...["HOME=/home/node", "HOST=0.0.0.0", "NODE_ENV=production"],
      expect.stringMatching(/^PATH=\/usr\/local\/sbin:/),
      "",
    ]);
  });

  test("memory lasts in its volume, and nowhere else", async () => {
    using out = await dockerBuild(join(root, "examples", "visits"));
    using box = container(out.path);
    for (const visits of [1, 2]) {
      const { stdout, stderr, code } = await box.run(quiet);
      expect([stderr, code]).toEqual(["", 0]);
      expect(JSON.parse(stdout).response.visits).toBe(visits);
    }
    const other = await box.run([...quiet, "--input", "memory=/home/node/elsewhere.db"]);
    expect(other.stderr).toMatch(/cannot be used/);
    expect(other.code).toBe(1);
  });

  test("what COPY does not name is not there", async () => {
    using out = await dockerBuild(join(root, "examples", "visits"));
    const path = join(out.path, "Dockerfile");
    writeFileSync(path, readFileSync(path, "utf8").replace(/^COPY --from=addons .*\n/m, ""));
    using box = container(out.path);
    const { stderr, code } = await box.run(quiet);
    expect(stderr).toMatch(/needs better-sqlite3\S+ beside it/);
    expect(code).toBe(1);
  });

  test("Python packages are there without a network", async (context) => {
    const stdlib = systemPython();
    if (stdlib === undefined) return context.skip();
    const agentSettings = { osPackages: ["jq"], pythonPackages: ["flowc-sample==1.0; sys_platform == 'linux'"] };
    const script = "import flowc_sample, sys\nprint(flowc_sample.answer, sys.executable)";
    using folder = project({ settings: { agentSettings }, resources: [{ actionId: "main", python: { script } }] });
    using out = await dockerBuild(folder.path);
    using wheels = temporaryFolder();
    makeWheel(wheels.path);
    using box = container(out.path, {
      programs: ["python3", "rm"],
      folders: [stdlib, ...["/usr/share/python-wheels"].filter(existsSync), wheels.path],
      idle: ["apt-get"],
      environment: { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels.path },
    });
    const { stdout, stderr, code } = await box.run(quiet);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toBe("42 /opt/venv/bin/python\n");
  });

  test.for([
    ["its health path", join(root, "examples", "api")],
    ["that it answers, where it has no health path", undefined],
  ] as const)("a server is asked for %s, answers and ends on the stop signal", async ([, example]) => {
    using folder = project(plainServer);
    using out = await dockerBuild(example ?? folder.path);
    using box = container(out.path, { programs: ["wc"] });
    const { healthCheck = [] } = box.recipe;
    let healthy = false;
    let answer: unknown;
    const outcome = await box.run(quiet, async (running) => {
      healthy = await untilHealthy(running, healthCheck);
      const elsewhere = await running.exec([...healthCheck, "--port", "1"]);
      const asked = await running.exec(["node", "-e", ask]);
      answer = [elsewhere.code, asked.stdout];
      running.stop();
    });
    expect(healthy).toBe(true);
    expect(answer).toEqual([1, '{"success":true,"response":{"greeting":"Hello, Ada!"}}\n']);
    expect(outcome.stderr).toMatch(/listens on http:\/\/0\.0\.0\.0:16395\n/);
    expect(outcome.code).toBe(0);
  });
});

const plainServer = {
  name: "plain",
  settings: { apiServer: { portNum: 0, routes: [{ path: "/greetings/:name", methods: ["GET"] }] } },
  resources: [
    {
      actionId: "greet",
      validations: { routes: ["/greetings/:name"] },
      apiResponse: { response: { greeting: "Hello, {{ get('name', 'param') }}!" } },
    },
  ],
};

const ask = "fetch('http://127.0.0.1:16395/greetings/Ada').then(r=>r.text()).then(console.log)";

async function untilHealthy(running: Running, check: readonly string[]): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await running.exec(check)).code === 0) return true;
    await sleep(50);
  }
  return false;
}
