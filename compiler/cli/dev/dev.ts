import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { Signals } from "../../../runtime-lib/command/signals.ts";
import { reason } from "../../1-load/find-files.ts";
import { devSpec } from "../command-table/dev.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, type Environment, UsageError } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { watchFolders } from "../shared/watch-folders.ts";
import { workflowPaths } from "../shared/workflow-paths.ts";
import { type DevServer, startDevServer } from "./dev-server.ts";
import { DevSession } from "./session.ts";

/** `flowc dev PATH…`: a page on this machine that checks workflows as they change, and runs them when it is asked to. */
export const dev: Command = async (argv, given) => {
  const { values, positionals } = readArguments(devSpec, argv);
  const port = portOf(values.port);
  const context = { ...given, environment: withFiles(values["env-file"], given) };
  const paths = workflowPaths(positionals, context);
  for (const path of paths) readWorkflow(path, context);
  const session = new DevSession(paths, context);
  const server = await listen(session, port, context);
  const signals = new Signals();
  const stopped = signals.received;
  const watcher = await watchFolders(paths, () => void session.check());
  await session.check();
  context.say(`open ${server.url}\nSIGINT (Ctrl+C) ends it, and what it runs`);
  await stopped;
  server.close();
  await session.stop();
  await watcher.close();
  signals.end();
  return 0;
};

async function listen(session: DevSession, port: number, { packageFolder }: Context): Promise<DevServer> {
  const token = randomBytes(24).toString("base64url");
  try {
    return await startDevServer(session, { port, token, packageFolder, listeners: session.listeners });
  } catch (error) {
    throw new UsageError(`cannot listen on port ${port}: ${reason(error)}`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port takes a number up to 65535, not "${text}"`);
}

/** The environment of runs: that of flowc, and what files say of variables that are not set; of several the later counts. */
function withFiles(files: readonly string[], { environment, workingFolder }: Context): Environment {
  const read = files.map((file) => {
    try {
      return parseEnv(readFileSync(resolve(workingFolder, file), "utf8"));
    } catch (error) {
      throw new UsageError(`cannot read the env file ${file}: ${reason(error)}`);
    }
  });
  return Object.assign({}, ...read, environment);
}
