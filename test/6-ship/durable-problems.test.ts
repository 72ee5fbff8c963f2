import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Code } from "../../compiler/nouns/codes.ts";
import { explanations } from "../../compiler/report/explanations/table.ts";
import { command, project, type WorkflowParts } from "../cli/project.ts";
import { completeExample } from "../support/check-text.ts";
import { flowcHere } from "../support/flowc.ts";

async function built(workflow: WorkflowParts | string) {
  using folder = project(workflow);
  const { code, stderr } = await flowcHere(["build", ".", "--target", "dbos"], { cwd: folder.path });
  const findings = stderr.split("\n").filter((line) => line.startsWith("workflow.yaml:"));
  return { code, findings, files: code === 0 ? readdirSync(join(folder.path, "dist")) : [] };
}

const done = command("main", "echo done");
const sql = (connection: string): WorkflowParts => ({
  settings: { sqlConnections: { main: { connection } } },
  resources: [{ actionId: "main", sql: { connectionName: "main", query: "SELECT 1 AS one", timeout: "10s" } }],
});

test.each<[string, WorkflowParts, number, string]>([
  [
    "a file of the machine",
    { resources: [command("main", "wc -c {{quote(get('file', 'filepath'))}}")] },
    1,
    "workflow.yaml:13:35: error: get('file') reads a file of one machine, and any machine may go on with the run [not-durable]",
  ],
  [
    "a database in memory",
    sql("sqlite::memory:"),
    1,
    'workflow.yaml:10:23: error: the database "main" is in the memory of a process, and ends with it in the middle of a run [not-durable]',
  ],
  [
    "a database in a file",
    sql("sqlite://orders.db"),
    0,
    'workflow.yaml:10:23: warning: the database "main" is a file, of which each machine has one of its own [not-shared]',
  ],
  [
    "a clock in the environment",
    { settings: { agentSettings: { env: { STARTED: "{{ now() }}" } } }, resources: [done] },
    0,
    'workflow.yaml:10:24: warning: "STARTED" of agentSettings.env has another value where another machine goes on with the run [not-shared]',
  ],
  ...["Authorization", "cookie"].map((header): [string, WorkflowParts, number, string] => [
    `the header ${header}`,
    {
      settings: { apiServer: { routes: [{ path: "/x", methods: ["GET"] }] } },
      resources: [
        {
          actionId: "main",
          validations: { routes: ["/x"] },
          apiResponse: { response: `{{ get('${header}', 'header') }}` },
        },
      ],
    },
    1,
    `workflow.yaml:28:25: error: the header "${header.toLowerCase()}" says who the client is, which no run keeps: here it is nil [not-durable]`,
  ]),
  [
    "a file that goes from one resource to another",
    {
      settings: { errexit: true },
      resources: [
        command("make", "date > ./made.csv; date > own; cat own; date > /dev/null"),
        command("main", "wc -l < made.csv; sort made.csv; cat /dev/null; echo own", { requires: ["make"] }),
      ],
    },
    0,
    'workflow.yaml:20:29: warning: "main" reads the file "made.csv", which "make" may write on another machine [not-shared]',
  ],
])("says of %s what is wrong with it on many machines", async (_name, workflow, code, finding) => {
  const outcome = await built(workflow);
  expect([outcome.code, outcome.findings]).toEqual([code, [finding]]);
});

test.each<Code>(["not-durable", "not-shared"])(
  "the bad example of %s gives this code, and the good one none",
  async (code) => {
    const { bad = "", good = "" } = explanations[code].examples ?? {};
    const wrong = await built(completeExample(bad));
    expect(wrong.findings).toEqual([expect.stringContaining(`[${code}]`)]);
    expect(await built(completeExample(good))).toMatchObject({ code: 0, findings: [] });
  },
);

test("of a database that the environment names nothing is said, nor of a clock in a resource", async () => {
  const workflow = sql("{{ env('DATABASE_URL') }}");
  expect(
    await built({
      ...workflow,
      resources: [...workflow.resources, command("last", "echo {{quote(string(now()))}}", { requires: ["main"] })],
    }),
  ).toMatchObject({
    ...{ code: 0, findings: [] },
  });
});

test("the memory is in the database of the runs: no addon is beside the bundle", async () => {
  const memory = { actionId: "main", component: { name: "memory", with: { key: "k", value: "v" } } };
  const { code, files } = await built({ resources: [memory] });
  expect([code, files.filter((name) => name.endsWith(".node"))]).toEqual([0, []]);
});
