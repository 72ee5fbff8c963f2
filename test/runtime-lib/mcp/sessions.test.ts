import { expect, test } from "vitest";
import { Sessions } from "../../../runtime-lib/mcp/sessions.ts";
import { Calls, toolServer } from "../../../runtime-lib/mcp/tools.ts";
import type { WorkflowTool } from "../../../runtime-lib/run/tool.ts";

/** Two sessions at most, of a server whose only tool waits until it is told to end. */
function twoSessions() {
  const waiting: (() => void)[] = [];
  const tool = {
    name: "wait",
    description: "waits",
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    call: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    structured: () => ({ result: null }),
  } as unknown as WorkflowTool;
  const calls = new Calls();
  const sessions = new Sessions((own) => toolServer([tool], { name: "test", version: "1" }, own), calls, 2);
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const send = (message: object, session?: string) => {
    const named = session === undefined ? headers : { ...headers, "mcp-session-id": session };
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    return sessions.answer(new Request("http://localhost/mcp", { method: "POST", headers: named, body }));
  };
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const open = async (id = 1) => {
    const response = await send({ id, method: "initialize", params });
    return { response, id: response.headers.get("mcp-session-id") ?? "" };
  };
  const list = async (session: string) => (await send({ id: 2, method: "tools/list" }, session)).status;
  const call = (session: string) =>
    send({ id: 3, method: "tools/call", params: { name: "wait", arguments: {} } }, session);
  return { open, list, call, calls, waiting };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("one session too many ends the one that was silent longest and runs no call", async () => {
  const { open, list, call, calls, waiting } = twoSessions();
  const [busy, idle] = [await open(), await open()];
  const answer = await call(busy.id);
  await until(() => calls.count === 1);
  expect(await list(idle.id)).toBe(200);
  const next = await open();
  expect([next.response.status, await list(idle.id), await list(busy.id)]).toEqual([200, 404, 200]);
  waiting[0]?.();
  expect(await answer.text(), "the call has gone on").toContain('"id":3');
  await until(() => calls.count === 0);
  expect(await list(next.id)).toBe(200);
  const last = await open();
  expect([last.response.status, await list(busy.id), await list(next.id)]).toEqual([200, 404, 200]);
});

test("while every session runs a call, another is refused under the id of its request", async () => {
  const { open, list, call, calls, waiting } = twoSessions();
  const both = [await open(), await open()];
  await Promise.all(both.map(({ id }) => call(id)));
  await until(() => calls.count === 2);
  const { response } = await open(7);
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
    503,
    "1",
    { jsonrpc: "2.0", id: 7, error: { code: -32_000, message: "all 2 sessions run a call: try again later" } },
  ]);
  expect(await Promise.all(both.map(({ id }) => list(id)))).toEqual([200, 200]);
  for (const end of waiting) end();
  await until(() => calls.count === 0);
  expect((await open()).response.status).toBe(200);
});
