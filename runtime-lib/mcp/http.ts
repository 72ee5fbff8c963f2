import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { Signals } from "../command/signals.ts";
import { exitCodes } from "../command/terminal.ts";
import { writeAll } from "../command/write.ts";
import { FlowError } from "../run/errors.ts";
import { StrayErrors } from "../run/stray-errors.ts";
import type { WorkflowTool } from "../run/tool.ts";
import { digest, holdsToken } from "../serve/bearer-token.ts";
import { listen } from "../serve/listen.ts";
import { refusalOf } from "./malformed.ts";
import { Sessions } from "./sessions.ts";
import { Calls, type ServerInfo, toolServer } from "./tools.ts";

/** Where a server listens. */
export interface HttpPlace {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

const defaults = { host: "127.0.0.1", port: 16396 };
const path = "/mcp";

/** Speaks Streamable HTTP until a signal comes. Resolves to the exit code; rejects where it cannot listen. */
export async function serveOverHttp(
  tools: readonly WorkflowTool[],
  info: ServerInfo,
  { host = defaults.host, port = defaults.port }: HttpPlace,
): Promise<number> {
  const token = process.env["FLOWC_MCP_TOKEN"] || undefined;
  const local = /^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host);
  if (!local && token === undefined) {
    throw new FlowError("preflight", `${host} can be reached from other machines: set FLOWC_MCP_TOKEN to a token`);
  }
  const calls = new Calls();
  const sessions = new Sessions((ofSession) => toolServer(tools, info, ofSession), calls);
  const handler = createMcpHandler(() => toolServer(tools, info, calls));
  const answer = async (request: Request): Promise<Response> => {
    const refused = refusal(request, { host, local, token });
    if (refused !== undefined) return refused;
    const copy = request.clone();
    const response =
      sessions.holds(request) || (await isLegacyRequest(request))
        ? await sessions.answer(request)
        : await handler.fetch(request);
    return (response.status === 400 ? await malformedAnswer(copy) : undefined) ?? response;
  };
  const server = createAdaptorServer({ fetch: answer }) as HttpServer;
  await listen(server, port, host);
  const signals = new Signals();
  const strays = new StrayErrors((failure) => calls.fail(failure), { showsMessage: false });
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${taken}${path}`;
  await writeAll(2, Buffer.from(`${info.name} speaks MCP on ${url}\n`));
  await signals.received;
  await calls.end();
  await Promise.all([handler.close(), sessions.close()]);
  server.close();
  server.closeAllConnections();
  signals.end();
  strays.end();
  return exitCodes.completed;
}

/** The answer with the id of the request, where it is not a request of JSON-RPC: the SDK's answer has none. */
async function malformedAnswer(request: Request): Promise<Response | undefined> {
  const refused = refusalOf(await request.text());
  return refused === undefined ? undefined : Response.json(refused, { status: 400 });
}

/** Who may ask. */
interface Access {
  readonly host: string;
  /** The host cannot be reached from other machines. */
  readonly local: boolean;
  readonly token: string | undefined;
}

/** Why a request is not answered: a page in a browser that guesses addresses, a wrong path, no token. */
function refusal(request: Request, { host, local, token }: Access): Response | undefined {
  if (local) {
    const rebound =
      hostHeaderValidationResponse(request, [...localhostAllowedHostnames(), host]) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (rebound !== undefined) return rebound;
  }
  if (new URL(request.url).pathname !== path) return new Response("not found\n", { status: 404 });
  if (token === undefined) return undefined;
  if (holdsToken(request.headers.get("authorization"), digest(token))) return undefined;
  return new Response("a bearer token is needed\n", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
}
