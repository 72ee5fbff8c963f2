import { exitCodeOf } from "../command/exit-code.ts";
import { isProgram } from "../command/main.ts";
import { complain, print } from "../command/terminal.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { toFlowError } from "../run/errors.ts";
import type { CompiledWorkflow } from "../run/workflow.ts";
import { durableHelp, verbHelp } from "./help.ts";
import { runVerb } from "./run-verb.ts";
import type { DurableParts, VerbContext } from "./verb.ts";
import { verbsOf } from "./verbs.ts";

/** Where its module is the program that node was started with, the workflow is a command with commands: `worker`, `start`, … */
export async function runAsDurable(
  { describe }: Pick<CompiledWorkflow, "describe">,
  definition: WorkflowDefinition,
  moduleUrl: string,
  parts: DurableParts = {},
): Promise<void> {
  if (isProgram(moduleUrl)) process.exit(await durableCommand(process.argv.slice(2), { definition, describe, parts }));
}

/** Runs one command of a durable bundle; resolves to its exit code. What begins with an option is a `run`. */
async function durableCommand(argv: readonly string[], context: VerbContext): Promise<number> {
  const { definition } = context;
  const verbs = verbsOf(context.parts);
  const [first = "run", ...rest] = argv;
  if (argv.length === 1 && ["--help", "-h", "help"].includes(first)) return print(durableHelp(definition, verbs));
  const verb = verbs.find(({ name }) => name === first);
  if (verb === undefined && !first.startsWith("-"))
    return complain(`unknown command "${first}"; --help lists those there are`);
  const [chosen, args] = verb === undefined ? [runVerb, argv] : [verb, rest];
  if (args.includes("--help") || args.includes("-h")) return print(verbHelp(chosen, definition));
  try {
    return await chosen.act(args, context);
  } catch (thrown) {
    const error = toFlowError(thrown);
    await complain(error.message, error);
    return exitCodeOf(error);
  }
}
