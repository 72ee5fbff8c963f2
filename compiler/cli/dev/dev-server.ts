import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono, type Context as HttpContext } from "hono";
import { bodyLimit } from "hono/body-limit";
import { streamSSE } from "hono/streaming";
import type { DevMessage, DevRunRequest } from "../../page/dev-data.ts";
import { devHtml } from "./dev-html.ts";
import { guard } from "./guard.ts";
import type { Listeners } from "./listeners.ts";

/** What the page can ask for. */
export interface DevActions {
  /** Says all that a page must know that has just been opened. */
  snapshot(): readonly DevMessage[];
  /** The JavaScript of a workflow; undefined for one that is unknown. */
  code(workflow: string): Promise<string | undefined>;
  /** Why it does not run, if so. */
  run(request: DevRunRequest): string | undefined;
  /** False where there is no such run. */
  cancel(run: string): boolean;
  /** Says the runs of a workflow that the store has kept; resolves to why it cannot. */
  kept(workflow: string): Promise<string | undefined>;
  /** Runs the tests of a workflow; false where there is no such workflow. */
  test(workflow: string): boolean;
}

/** Where the server listens, and whom it lets in. */
export interface DevServerOptions {
  readonly port: number;
  readonly token: string;
  readonly packageFolder: string;
  readonly listeners: Listeners;
}

export interface DevServer {
  readonly url: string;
  close(): void;
}

/** Serves the page on 127.0.0.1. Rejects with the system's error where it cannot listen. */
export async function startDevServer(actions: DevActions, options: DevServerOptions): Promise<DevServer> {
  const { token } = options;
  let port: number | undefined;
  const app = devApp(actions, { ...options, guard: guard({ token, port: () => port }) });
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, "127.0.0.1", () => resolve());
  });
  ({ port } = server.address() as AddressInfo);
  return {
    url: `http://127.0.0.1:${port}/?token=${token}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function devApp(
  actions: DevActions,
  { packageFolder, listeners, guard: onlyPage }: Omit<DevServerOptions, "port"> & { guard: ReturnType<typeof guard> },
): Hono {
  const { html, policy } = devHtml(packageFolder);
  const app = new Hono();
  app.use(onlyPage);
  app.use(async (context, next) => {
    await next();
    context.header("content-security-policy", policy);
    context.header("referrer-policy", "no-referrer");
    context.header("x-content-type-options", "nosniff");
    context.header("cross-origin-resource-policy", "same-origin");
    context.header("cache-control", "no-store");
  });
  app.use(bodyLimit({ maxSize: 1024 * 1024 }));
  app.get("/", (context) => context.html(html));
  app.get("/events", (context) => streamMessages(context, actions, listeners));
  app.get("/code", async (context) => {
    const code = await actions.code(context.req.query("workflow") ?? "");
    return code === undefined ? context.text("no such workflow", 404) : context.text(code);
  });
  app.post("/run", async (context) => {
    const request = runRequestOf(await bodyOf(context));
    const refusal = request === undefined ? "not a request to run a workflow" : actions.run(request);
    return refusal === undefined ? context.body(null, 202) : context.text(refusal, 400);
  });
  app.post("/cancel", async (context) => {
    const run = (await bodyOf(context))["run"];
    return actions.cancel(String(run)) ? context.body(null, 202) : context.text("no such run", 404);
  });
  app.post("/kept", async (context) => {
    const refusal = await actions.kept(String((await bodyOf(context))["workflow"]));
    return refusal === undefined ? context.body(null, 202) : context.text(refusal, 404);
  });
  app.post("/test", async (context) => {
    const { workflow } = await bodyOf(context);
    return actions.test(String(workflow)) ? context.body(null, 202) : context.text("no such workflow", 404);
  });
  return app;
}

/** First all that there is, then what comes. */
function streamMessages(context: HttpContext, actions: DevActions, listeners: Listeners): Response {
  return streamSSE(context, async (stream) => {
    const queue = [...actions.snapshot()];
    let wake: (() => void) | undefined;
    const leave = listeners.add((message) => {
      queue.push(message);
      wake?.();
    });
    stream.onAbort(() => {
      leave();
      wake?.();
    });
    while (!stream.aborted) {
      const message = queue.shift();
      if (message !== undefined) await stream.writeSSE({ data: JSON.stringify(message) });
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  });
}

async function bodyOf(context: HttpContext): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await context.req.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

function runRequestOf({
  workflow,
  inputs,
  file,
  request,
}: Readonly<Record<string, unknown>>): DevRunRequest | undefined {
  if (typeof workflow !== "string" || typeof inputs !== "object" || inputs === null) return undefined;
  if (file !== undefined && typeof file !== "string") return undefined;
  if (request !== undefined && typeof request !== "string") return undefined;
  return {
    workflow,
    inputs: inputs as DevRunRequest["inputs"],
    ...(file === undefined ? {} : { file }),
    ...(request === undefined ? {} : { request }),
  };
}
