import type { ServerResponse } from "node:http";
import { type SeenRequest, serve } from "./server.ts";

/** What a model says in one answer: a text, calls of functions, or an answer of the test's own. */
export type Turn =
  | string
  | { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[] }
  | ((response: ServerResponse, request: SeenRequest) => unknown);

/** A server that speaks the API of chat completions and gives these answers one after another, the last one for ever. */
export async function serveModel(...turns: readonly Turn[]) {
  const server = await serve((request, response, index) => {
    const turn = turns[Math.min(index, turns.length - 1)] ?? "";
    return typeof turn === "function" ? turn(response, request) : completion(turn);
  });
  const asked = () => server.seen.map(({ body }) => JSON.parse(Buffer.from(body, "latin1").toString("utf8")));
  return { ...server, baseUrl: `${server.url}/v1`, asked };
}

/** A chat completion as providers write it. */
export function completion(turn: Exclude<Turn, (...given: never) => unknown>, more: object = {}) {
  const calls = typeof turn === "string" ? undefined : turn.calls.map(toolCall);
  const message = { role: "assistant", content: typeof turn === "string" ? turn : null, tool_calls: calls };
  return {
    id: "c1",
    object: "chat.completion",
    model: "small-2030",
    choices: [{ index: 0, finish_reason: calls ? "tool_calls" : "stop", message }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    ...more,
  };
}

function toolCall(call: { readonly name: string; readonly arguments: unknown }, index: number) {
  const text = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
  return { id: `call${index}`, type: "function", function: { name: call.name, arguments: text } };
}
