import { isJSONRPCRequest, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isMap } from "../run/values.ts";

/** The answer to a message that is not a request of JSON-RPC, and yet says what its answer is to be called. */
export interface Refusal {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/** What to answer to a message that could not be read; undefined where it has no id, or nothing is wrong with it. */
export function refusalOf(text: string): Refusal | undefined {
  const message = parsed(text);
  if (!isMap(message) || "result" in message || "error" in message || isJSONRPCRequest(message)) return undefined;
  const { id } = message;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const error = { code: ProtocolErrorCode.InvalidRequest, message: `Invalid Request: ${reason(message)}` };
  return { jsonrpc: "2.0", id, error };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reason({ jsonrpc, method, params = {}, id }: Readonly<Record<string, unknown>>): string {
  if (jsonrpc !== "2.0") return '"jsonrpc" must be "2.0"';
  if (typeof method !== "string") return '"method" must be a string';
  if (!isMap(params)) return '"params" must be an object';
  return Number.isInteger(id) || typeof id === "string"
    ? '"params" are not valid'
    : '"id" must be a string or an integer';
}
