import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { providerOf } from "../../../runtime-lib/chat/send.ts";
import { type KeepOptions, recordedIn } from "../../../runtime-lib/command/keep-options.ts";
import { Signals } from "../../../runtime-lib/command/signals.ts";
import { exitCodes } from "../../../runtime-lib/command/terminal.ts";
import { watchedTools } from "../../../runtime-lib/command/watched-tools.ts";
import { toFlowError } from "../../../runtime-lib/run/errors.ts";
import type { WorkflowTool } from "../../../runtime-lib/run/tool.ts";
import { durationPattern, parseDuration } from "../../2-parse/duration.ts";
import { agentSpec } from "../command-table/agent.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { loadTelemetry } from "../shared/load-telemetry.ts";
import { refuseSameTools, withBundles } from "../shared/with-bundle.ts";
import { complaint } from "./complaint.ts";
import { Conversation } from "./conversation.ts";
import { Session } from "./session.ts";

/** `flowc agent PATH… --model M ["prompt"]`: a model that answers, with the workflows as its tools. */
export const agent: Command = async (argv, context) => {
  const given = read(argv, context);
  const { paths, cache, keep } = given;
  return withBundles({ paths, cache, journal: keep !== undefined }, context, async (bundles) => {
    refuseSameTools(bundles);
    const owner = { name: "flowc", version: context.version };
    const host = { telemetry: loadTelemetry };
    const { tools, close } = await watchedTools(bundles, { owner, keep, host, say: context.say });
    return converse(tools, given, context).finally(close);
  });
};

interface AgentArguments {
  readonly paths: readonly string[];
  readonly prompt: string | undefined;
  readonly model: string;
  readonly baseUrl: string | undefined;
  readonly maxRounds: number;
  readonly timeoutMs: number;
  readonly yes: boolean;
  readonly cache: boolean;
  /** What is said of recording calls. */
  readonly keep: KeepOptions | undefined;
}

function read(argv: readonly string[], context: Context): AgentArguments {
  const { values, positionals } = readArguments(agentSpec, argv);
  if (values.model === undefined || values.model === "") throw new UsageError("agent needs --model and a name");
  const maxRounds = Number(values["max-rounds"]);
  if (!Number.isInteger(maxRounds) || maxRounds < 1) {
    throw new UsageError(`--max-rounds takes a number of 1 or more, not "${values["max-rounds"]}"`);
  }
  if (!durationPattern.test(values.timeout))
    throw new UsageError(`--timeout takes a duration such as 90s, not "${values.timeout}"`);
  const { paths, prompt } = splitPrompt(positionals, context);
  const { model, yes, record, "base-url": baseUrl, "record-file": folder } = values;
  if (folder === "") throw new UsageError("--record= needs a path");
  const timeoutMs = parseDuration(values.timeout);
  const keep = record || folder !== undefined ? recordedIn(folder) : undefined;
  return { paths, prompt, model, baseUrl, maxRounds, timeoutMs, yes, cache: !values["no-cache"], keep };
}

/** The last argument is the prompt where it is not the first and no such file exists, nor was likely meant. */
function splitPrompt(positionals: readonly [string, ...string[]], { workingFolder }: Context) {
  const last = positionals.at(-1) ?? positionals[0];
  const isPath = existsSync(resolve(workingFolder, last)) || /^\S*[/\\]\S*$|^\S+\.ya?ml$/i.test(last);
  if (positionals.length === 1 || isPath) return { paths: positionals, prompt: undefined };
  return { paths: positionals.slice(0, -1), prompt: last };
}

async function converse(tools: readonly WorkflowTool[], given: AgentArguments, context: Context): Promise<number> {
  const { prompt, baseUrl, model, maxRounds, timeoutMs, yes } = given;
  const signals = new Signals();
  const session = new Session(context);
  const { environment, print, say } = context;
  try {
    const conversation = new Conversation({
      provider: providerOf(baseUrl === undefined ? {} : { baseUrl }, environment),
      environment,
      model,
      maxRounds,
      timeoutMs,
      tools,
      approve: async (call, signal) => yes || session.approve(call, signal),
      show: say,
    });
    if (prompt === undefined) await session.converse(conversation, signals.signal);
    else await print(await conversation.ask(prompt, signals.signal));
    return signals.exitCode ?? exitCodes.completed;
  } catch (thrown) {
    const error = toFlowError(thrown);
    say(complaint(error));
    return signals.exitCode ?? (error.failureClass === "timeout" ? exitCodes.timeout : exitCodes.failed);
  } finally {
    signals.end();
  }
}
