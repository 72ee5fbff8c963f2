import type { OptionSpec } from "../../../runtime-lib/command/option.ts";
import { agentSpec } from "./agent.ts";
import { buildSpec } from "./build.ts";
import { checkSpec } from "./check.ts";
import { completionSpec } from "./completion.ts";
import { componentSpec } from "./component.ts";
import { devSpec } from "./dev.ts";
import { evalSpec } from "./eval.ts";
import { explainSpec } from "./explain.ts";
import { graphSpec } from "./graph.ts";
import { initSpec } from "./init.ts";
import { mcpSpec } from "./mcp.ts";
import { openapiSpec } from "./openapi.ts";
import { reportSpec } from "./report.ts";
import { runSpec } from "./run.ts";
import { resumeSpec, runsSpec } from "./runs.ts";
import type { CommandSpec, GroupSpec } from "./spec.ts";
import { testSpec } from "./test.ts";
import { verifySpec } from "./verify.ts";

/** Every command, in the order of the help page. */
export const commandTable = [
  initSpec,
  checkSpec,
  buildSpec,
  runSpec,
  devSpec,
  runsSpec,
  resumeSpec,
  reportSpec,
  testSpec,
  verifySpec,
  mcpSpec,
  agentSpec,
  openapiSpec,
  evalSpec,
  explainSpec,
  graphSpec,
  componentSpec,
  completionSpec,
] as const satisfies readonly (CommandSpec | GroupSpec)[];

/** First words of command lines. */
export type CommandName = (typeof commandTable)[number]["name"];

/** What every command takes. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  help: { short: "h", description: "print this help, or with a command its own" },
  version: { short: "V", description: "print the version" },
};

/** Every command by itself: those of groups too. */
export function allCommands(): readonly CommandSpec[] {
  return commandTable.flatMap((entry): readonly CommandSpec[] => ("commands" in entry ? entry.commands : [entry]));
}
