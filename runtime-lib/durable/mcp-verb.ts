import { writeAll } from "../command/write.ts";
import { mcpCommand } from "../mcp/mcp.ts";
import { readMcpCommandLine } from "../mcp/options.ts";
import { checkMachine } from "../run/check-machine.ts";
import { toFlowError } from "../run/errors.ts";
import { execute } from "../run/run.ts";
import { toolOf } from "../run/tool.ts";
import { databaseUrl } from "./database-url.ts";
import { durableCalls } from "./durable-calls.ts";
import { Engine } from "./engine.ts";
import { usage, type Verb } from "./verb.ts";

/** `mcp`: offers the workflow as a tool, each call a run, and takes runs from the queue as a worker does. */
export const mcpVerb: Verb = {
  name: "mcp",
  summary: "offer the workflow to agents as a tool, each call a run, and take runs from the queue",
  options: {
    http: { description: "speak Streamable HTTP instead of standard input and output" },
    host: { value: "ADDRESS", description: "with --http: listen there (default 127.0.0.1)" },
    port: { value: "NUMBER", description: "with --http: listen there (default 16396); 0 takes a free one" },
    "env-file": {
      value: "FILE",
      repeatable: true,
      description: "read environment variables that are not set from FILE",
    },
  },
  act: async (argv, { definition, describe, folder }) => {
    const { keep } = readMcpCommandLine(argv);
    if (keep !== undefined) throw usage("every call is kept in the database: leave out --record");
    checkMachine(definition);
    const engine = await Engine.start(definition, {
      ...{ url: databaseUrl(), start: execute, options: { folder } },
      taking: { concurrency: undefined, attempts: undefined, adopts: false },
      say: (text) => void writeAll(2, Buffer.from(`${text}\n`)),
    });
    const record = () => ({ start: durableCalls(definition, engine), close: async () => undefined });
    const tool = Object.create(toolOf(definition), { record: { value: record, enumerable: true } });
    try {
      return await mcpCommand([{ tool, describe }], infoOf(definition), argv);
    } catch (thrown) {
      throw toFlowError(thrown);
    } finally {
      await engine.stop(0);
    }
  },
};

function infoOf({ name, version = "0.0.0" }: { readonly name: string; readonly version?: string | undefined }) {
  return { name, version };
}
