import type {
  ChatCompletionMessageToolCall,
  ChatCompletionToolMessageParam,
} from "openai/resources/chat/completions/completions";
import type { FlowError } from "../../../runtime-lib/run/errors.ts";
import { formatDuration } from "../../../runtime-lib/run/timer.ts";
import type { WorkflowTool } from "../../../runtime-lib/run/tool.ts";
import { isMap, text } from "../../../runtime-lib/run/values.ts";

/** What the calls of an answer share. */
export interface CallSettings {
  readonly tools: readonly WorkflowTool[];
  readonly signal: AbortSignal;
  /** Asked before a workflow that is not read-only runs, with its name and all of its arguments. */
  readonly approve: (call: string, signal: AbortSignal) => Promise<boolean>;
  /** Takes a line for each call. */
  readonly show: (line: string) => void;
}

/** Characters of a result that a model gets; more would fill what it can remember. */
const MOST_CHARACTERS = 100_000;
const MOST_SHOWN = 120;

/**
 * Runs the calls of one round: approvals one after another, then all at once. What is wrong with a call, or that it
 * failed or was not allowed, goes to the model as text; only the end of the answer's time ends this.
 */
export async function makeCalls(
  calls: readonly ChatCompletionMessageToolCall[],
  settings: CallSettings,
): Promise<readonly ChatCompletionToolMessageParam[]> {
  const prepared: (() => Promise<string>)[] = [];
  for (const call of calls) prepared.push(await prepare(call, settings));
  const contents = await Promise.all(prepared.map((run) => run()));
  // Only now: when time is up each call has ended by itself, its children too.
  settings.signal.throwIfAborted();
  return calls.map(({ id }, index) => ({ role: "tool", tool_call_id: id, content: contents[index] ?? "" }));
}

async function prepare(call: ChatCompletionMessageToolCall, settings: CallSettings): Promise<() => Promise<string>> {
  const { tools, approve, show, signal } = settings;
  const { name, given } = nameAndArguments(call);
  const refuse = (why: string) => async (): Promise<string> => {
    show(`${start(oneLine(name, given))} refused: ${why}`);
    return `error: ${why}`;
  };
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return refuse(`there is no function "${name}"; functions: ${namesOf(tools)}`);
  const input = readArguments(given);
  if (typeof input === "string") return refuse(input);
  const line = oneLine(name, JSON.stringify(input));
  if (!tool.annotations.readOnlyHint && !(await approve(line, signal))) {
    return refuse("the user has not allowed this call");
  }
  return () => run(tool, input, { ...settings, shown: start(line) });
}

async function run(
  tool: WorkflowTool,
  input: Readonly<Record<string, unknown>>,
  { signal, show, shown }: CallSettings & { readonly shown: string },
): Promise<string> {
  const begin = performance.now();
  const took = (): string => formatDuration(Math.round(performance.now() - begin));
  try {
    const answer = text(await tool.call(input, { signal }));
    show(`${shown} ${took()}`);
    if (answer.length <= MOST_CHARACTERS) return answer;
    return `${answer.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "")}… (cut)`;
  } catch (thrown) {
    const { failureClass = "tool_runtime", message } = thrown as FlowError;
    show(`${shown} failed after ${took()}: ${message} [${failureClass}]`);
    return `error: ${failureClass}: ${message}`;
  }
}

/** What a model wants to call. Not every provider keeps to the API: the arguments may come as an object. */
function nameAndArguments(call: ChatCompletionMessageToolCall): { readonly name: string; readonly given: string } {
  const { name, arguments: given }: { name?: unknown; arguments?: unknown } =
    ("function" in call ? call.function : undefined) ?? {};
  return { name: text(name), given: text(given) };
}

/** The arguments, or what is wrong with them. */
function readArguments(json: string): Readonly<Record<string, unknown>> | string {
  try {
    const input: unknown = json.trim() === "" ? {} : JSON.parse(json);
    return isMap(input) ? input : "the arguments must be a JSON object";
  } catch {
    return "the arguments are not JSON";
  }
}

/** A call in one line: what a model wrote may hold anything, and moves no cursor. */
function oneLine(name: string, json: string): string {
  return `${name}(${json})`.replaceAll(/[\s\p{C}]+/gu, " ");
}

function start(line: string): string {
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN - 1)}…` : line;
}

function namesOf(tools: readonly WorkflowTool[]): string {
  return tools.map(({ name }) => name).join(", ");
}
