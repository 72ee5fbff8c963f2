import { stepOutputOf } from "../command/display.ts";
import { exitCodeOf } from "../command/exit-code.ts";
import { exitWith, isProgram } from "../command/main.ts";
import { readCommandLine } from "../command/options.ts";
import { Signals } from "../command/signals.ts";
import { complain, exitCodes } from "../command/terminal.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, toFlowError } from "../run/errors.ts";
import { execute } from "../run/run.ts";
import { StrayErrors } from "../run/stray-errors.ts";
import type { CompiledWorkflow } from "../run/workflow.ts";
import { command, githubSection, Log, withoutCommands } from "./commands.ts";
import { LogSections } from "./log-sections.ts";
import { type OutputFields, outputsOf, outputText, writeOutputs } from "./outputs.ts";
import { appendSummary, Summary } from "./summary.ts";

/** A workflow as an action: what its action.yml says of it. */
export interface ActionDefinition {
  readonly definition: WorkflowDefinition;
  readonly outputs: OutputFields;
  /** The input that names the file of `get('file')`, in workflows that read one. */
  readonly fileInput?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where its module is the program that node was started with, the workflow runs as a step of GitHub Actions: inputs from
 * the environment, outputs and summary to the files that the runner names. Elsewhere, or with arguments, it is the
 * workflow's command.
 */
export function runAsGithubAction(workflow: CompiledWorkflow, action: ActionDefinition, moduleUrl: string): void {
  if (!isProgram(moduleUrl)) return;
  const argv = process.argv.slice(2);
  const isStep = argv.length === 0 && (process.env["GITHUB_OUTPUT"] ?? "") !== "";
  exitWith(isStep ? runStep(action, process.env) : workflow.main(argv));
}

async function runStep(action: ActionDefinition, environment: Environment): Promise<number> {
  const signals = new Signals();
  const strays = new StrayErrors((failure) => signals.cancel(failure), { showsMessage: true });
  const log = new Log();
  const summary = new Summary();
  const outcome = await runOnce(action, environment, { signals, log, summary });
  signals.end();
  strays.end();
  const { name } = action.definition;
  appendSummary(environment["GITHUB_STEP_SUMMARY"], summary.markdown(name, outcome), (line) => log.write(line));
  if ("error" in outcome) {
    const { message, failureClass } = outcome.error;
    log.write(command("error", `${message} [${failureClass}]`, { title: name }));
  } else {
    log.write(withoutCommands(outputText(outcome.value)));
  }
  const lost = await log.end();
  if (lost !== undefined) await complain(lost.message, lost);
  const failure = "error" in outcome ? outcome.error : lost;
  return failure === undefined ? exitCodes.completed : (signals.exitCode ?? exitCodeOf(failure));
}

/** How a run ended. */
type Outcome = { readonly value: unknown } | { readonly error: FlowError };

interface StepParts {
  readonly signals: Signals;
  readonly log: Log;
  readonly summary: Summary;
}

/** One run with its outputs; a result that cannot be handed on is a failure too. */
async function runOnce(
  action: ActionDefinition,
  environment: Environment,
  { signals, log, summary }: StepParts,
): Promise<Outcome> {
  const { definition, outputs } = action;
  const debug = environment["RUNNER_DEBUG"] === "1";
  const sections = new LogSections(githubSection);
  const isShown = (stepOutputOf(environment["FLOWC_STEP_OUTPUT"]) ?? "full") === "full";
  try {
    const { inputs, file } = readCommandLine(definition, argumentsOf(action, environment));
    const { value } = await execute(definition, {
      inputs,
      ...(file !== undefined && { file }),
      signal: signals.signal,
      onEvent: (event) => {
        summary.sink(event);
        if (debug) log.write(command("debug", JSON.stringify(event)));
        log.write(sections.event(event));
      },
      ...(isShown && { onDetail: (event) => void (event.event === "resource.output" && sections.output(event)) }),
    });
    writeOutputs(environment["GITHUB_OUTPUT"] ?? "", outputsOf(value, outputs));
    return { value };
  } catch (thrown) {
    return { error: toFlowError(thrown) };
  }
}

/**
 * The inputs as the arguments that a command line would have. The runner sets an input that was not given to the empty
 * text, so empty is as good as not given; white space around a value is not part of it, as in GitHub's own actions.
 */
function argumentsOf({ definition, fileInput }: ActionDefinition, environment: Environment): readonly string[] {
  const given = (name: string): string => (environment[`INPUT_${name.toUpperCase()}`] ?? "").trim();
  const names = definition.inputs.map(({ name }) => name).filter((name) => given(name) !== "");
  const file = fileInput === undefined ? "" : given(fileInput);
  return [
    ...names.flatMap((name) => ["--input", `${name}=${given(name)}`]),
    ...(file === "" ? [] : [`--file=${file}`]),
  ];
}
