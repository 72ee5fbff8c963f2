import { expect, test } from "vitest";
import { eventsOf, flowc } from "../support/flowc.ts";
import { project } from "./project.ts";
import { startService } from "./serve/service.ts";

const resource = {
  actionId: "main",
  after: ["set('v', 42)"],
  apiResponse: { response: "get('v')" },
};
const routes = [{ path: "/v", methods: ["GET"] }];
const served = { name: "served", settings: { apiServer: { routes } } };

test("apiResponse reads what after has set", async () => {
  using folder = project({ resources: [{ ...resource, exec: { command: "true" } }] });
  const { stdout, stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
  expect(JSON.parse(stdout)).toEqual({ success: true, response: 42 });
  expect(eventsOf(stderr).map(({ event }) => event)).toEqual([
    "workflow.started",
    "resource.started",
    "resource.completed",
    "workflow.completed",
  ]);
});

test("a failure in after leaves no response", async () => {
  const failing = { ...resource, exec: { command: "echo x" }, after: ["set('v', int(get('main')))"] };
  using folder = project({ resources: [failing] });
  const { stdout, stderr, code } = await flowc(["run", "."], { cwd: folder.path });
  expect([stdout, code]).toEqual(["", 1]);
  expect(stderr).toContain('int: "x" is not a whole number');
});

test.each([
  ["where nothing waits", resource],
  ["where a command runs", { ...resource, exec: { command: "true" } }],
])("a server answers so too, %s", async (_name, main) => {
  await using service = await startService({ ...served, resources: [main] });
  const answer = await fetch(`${service.url}/v`);
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, response: 42 }]);
});
