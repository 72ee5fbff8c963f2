import { request } from "node:http";
import { parseArgs } from "node:util";
import { portOf } from "../command/options.ts";
import { complain, exitCodes, print } from "../command/terminal.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput, toFlowError } from "../run/errors.ts";
import { type Listener, listenersOf } from "./listeners.ts";
import { defaults } from "./serve.ts";

/**
 * `node x.mjs healthcheck`: asks the server of this bundle that runs on this machine whether it is well. Its health path
 * must answer 200; without one it must answer at all, to a request that belongs to no route. Resolves to the exit code: 0
 * where it is well.
 */
export async function healthcheck(definition: WorkflowDefinition, argv: readonly string[]): Promise<number> {
  let listener: Listener;
  try {
    const options = readOptions(argv);
    if (options.help) return print(helpText);
    listener = placeOf(definition, options);
  } catch (thrown) {
    const error = toFlowError(thrown);
    return complain(error.message, error);
  }
  const { healthPath } = definition.service ?? {};
  const url = `http://${listener.host.includes(":") ? `[${listener.host}]` : listener.host}:${listener.port}`;
  try {
    const status = await ask(listener, healthPath);
    if (healthPath === undefined) return print(`healthy: ${url} answers`);
    const said = `${url}${healthPath} answers ${status}`;
    if (status === 200) return print(`healthy: ${said}`);
    await complain(`unhealthy: ${said}`);
  } catch (thrown) {
    await complain(`unhealthy: ${url} does not answer: ${(thrown as Error).message}`);
  }
  return exitCodes.failed;
}

const helpText = `healthcheck: asks the running server of this workflow whether it is well; the exit code is 0 where it is

options:
  --host ADDRESS  ask there (default: where it listens)
  --port NUMBER   ask there (default: the port that it listens on; where that cannot be seen, PORT or settings.apiServer.portNum)
  -h, --help      print this help`;

interface Options {
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly help: boolean;
}

function readOptions(argv: readonly string[]): Options {
  const options = {
    host: { type: "string" },
    port: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  } as const;
  try {
    const { host, port, help } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values;
    return { host, port, help };
  } catch (error) {
    throw new InvalidInput("preflight", (error as Error).message.split(". ")[0] ?? "");
  }
}

/** What is given, else where the server can be seen to listen, else where it would listen by itself. */
function placeOf({ service }: WorkflowDefinition, { host, port }: Options): Listener {
  const wanted = portOf(port, undefined);
  const seen = listenersOf(process.argv[1] ?? "").filter(({ port: one }) => one === (wanted ?? one));
  const [found, ...others] = seen;
  if (others.length > 0 && wanted === undefined) {
    const ports = seen.map((one) => one.port).join(" and ");
    throw new InvalidInput("preflight", `several servers of this workflow run, at the ports ${ports}: give --port`);
  }
  const fallback = wanted ?? portOf(undefined, process.env["PORT"]) ?? service?.port ?? defaults.port;
  return { host: host ?? found?.host ?? defaults.host, port: found?.port ?? fallback };
}

/** Milliseconds: less than the five seconds of an image's HEALTHCHECK. */
const limit = 3_000;

function ask({ host, port }: Listener, path: string | undefined): Promise<number> {
  const [method, target] = path === undefined ? ["OPTIONS", "*"] : ["GET", encodeURI(path)];
  return new Promise((resolve, reject) => {
    const asking = request({ host, port, method, path: target, agent: false, timeout: limit }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.on("timeout", () => asking.destroy(new Error(`nothing came for ${limit / 1000} s`)));
    asking.on("error", reject);
    asking.end();
  });
}
