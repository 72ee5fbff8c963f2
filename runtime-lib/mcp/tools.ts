import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { FlowError } from "../run/errors.ts";
import type { EventSink, FlowEvent } from "../run/events.ts";
import type { WorkflowTool } from "../run/tool.ts";
import { json } from "../run/values.ts";

/** Of a result, as text and as data: clients that use the SDK close the connection at a message of 10 MiB. */
const MOST_BYTES = 9 * 2 ** 20;

/** What the server says of itself. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** The calls of one process: they end with it, and it waits for them. Those of a session are also the process's. */
export class Calls {
  readonly #running = new Set<Promise<unknown>>();
  #controller = new AbortController();
  readonly #all: Calls | undefined;

  constructor(all?: Calls) {
    this.#all = all;
  }

  /** How many run. */
  get count(): number {
    return this.#running.size;
  }

  /** Makes one call, cancelled by its caller or with all others. */
  async make(signal: AbortSignal, call: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    const running = this.#all?.make(signal, call) ?? call(AbortSignal.any([signal, this.#controller.signal]));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Ends what runs, with this failure; other calls can be made. */
  fail(reason: FlowError): void {
    const failed = this.#controller;
    this.#controller = new AbortController();
    failed.abort(reason);
  }

  /** Cancels what runs and resolves when all of it has ended, its children too. */
  async end(): Promise<void> {
    this.#controller.abort();
    await Promise.allSettled(this.#running);
  }
}

/** A server of the Model Context Protocol that offers these tools; one for each connection. */
export function toolServer(tools: readonly WorkflowTool[], info: ServerInfo, calls: Calls): Server {
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(listed) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const names = tools.map(({ name }) => name).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool "${params.name}"; tools: ${names}`);
    }
    return answer(tool, params.arguments ?? {}, context, calls);
  });
  return server;
}

function listed({ name, description, inputSchema, outputSchema, annotations }: WorkflowTool) {
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
    outputSchema: { ...outputSchema, type: "object" as const },
    annotations,
  };
}

/** Runs the workflow: its result, or how it failed; arguments that it refuses are an error of the protocol. */
async function answer(
  tool: WorkflowTool,
  input: Readonly<Record<string, unknown>>,
  context: ServerContext,
  calls: Calls,
): Promise<CallToolResult> {
  const onEvent = progress(context);
  const key = keyOf(context);
  try {
    const result = await calls.make(context.mcpReq.signal, (signal) => tool.call(input, { signal, onEvent, key }));
    return answerOf(result, tool);
  } catch (thrown) {
    const { name, failureClass = "tool_runtime", message: whole, plain: message = whole } = thrown as FlowError;
    if (name === "InvalidInput") throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${tool.name}: ${message}`);
    return { content: [{ type: "text", text: `${failureClass}: ${message}` }], isError: true };
  }
}

/** A result as text and as data. Throws tool_runtime for one that would end the connection. */
function answerOf(result: unknown, tool: WorkflowTool): CallToolResult {
  const text = typeof result === "string" ? result : json(result ?? null);
  const structured = json(tool.structured(result));
  if (Buffer.byteLength(json(text)) + Buffer.byteLength(structured) > MOST_BYTES) {
    throw new FlowError("tool_runtime", `the result is larger than a message may be (${MOST_BYTES / 2 ** 20} MiB)`);
  }
  return { content: [{ type: "text", text }], structuredContent: JSON.parse(structured) };
}

/** What a client sends with a call that it may make again. */
function keyOf({ mcpReq }: ServerContext): string | undefined {
  const key = mcpReq._meta?.["idempotencyKey"];
  return typeof key === "string" ? key : undefined;
}

/** Notifies the caller of each event of a resource, where it asked for progress. */
function progress({ mcpReq }: ServerContext): EventSink | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let count = 0;
  return (event) => {
    if (event.actionId === undefined) return;
    count += 1;
    const params = { progressToken, progress: count, message: said(event) };
    // A caller that is gone needs no progress; the call itself ends through its signal.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

function said({ event, actionId, message }: FlowEvent): string {
  const what = `${actionId} ${event.slice("resource.".length)}`;
  return message === undefined ? what : `${what}: ${message}`;
}
