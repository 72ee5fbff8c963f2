import { caseKeys, simulatedCase } from "../../2-parse/simulated-case.ts";
import { obstacles } from "../../compile.ts";
import type { Simulated } from "../../nouns/test-case.ts";
import { formatText } from "../../report/text.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { simulateCase } from "../../testing/simulate/simulate.ts";
import { checkSources } from "../shared/check-at.ts";
import type { Context } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { withBundle } from "../shared/with-bundle.ts";
import { evaluator } from "./evaluator.ts";

/** Runs a workflow once, with the answers of a case in the place of the world. */
export type Simulate = (workflow: string, simulated?: object) => Promise<Simulated>;

/**
 * `simulate` of `flowc/test`. It rejects where the case has a key that there is not, where the workflow does not compile, and where a call is made that the case gives
 * no answer to; what the workflow itself does wrong is the outcome's `failure`.
 */
export function simulator(context: Context): Simulate {
  return async (workflow, simulated = {}) => {
    refuseOthers(simulated);
    const sources = readWorkflow(workflow, context);
    const evaluate = await evaluator(context.packageFolder, [JSON.stringify(simulated)]);
    const tools = { evaluate, folder: context.workingFolder, workflowFolder: sources.folder };
    let outcome: Simulated | undefined;
    const silent = { ...context, say: () => undefined };
    await withBundle({ sources, argv: [], cache: true }, silent, async (bundle) => {
      outcome = await simulateCase(bundle, simulatedCase({ ...simulated }), tools);
      return 0;
    });
    if (outcome === undefined) {
      const errors = obstacles(await checkSources(sources, context));
      throw new Error(`${workflow} does not compile:\n${formatText(errors, false)}`);
    }
    if (outcome.missing.length > 0) throw new Error(outcome.missing.join("\n"));
    return outcome;
  };
}

function refuseOthers(simulated: object): void {
  for (const key of Object.keys(simulated)) {
    if (caseKeys.includes(key)) continue;
    const help = didYouMean(key, caseKeys) ?? `keys: ${caseKeys.join(", ")}`;
    throw new TypeError(`simulate: unknown key "${key}"; ${help}`);
  }
}
