import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isPure } from "../../3-check/constants/pure-functions.ts";
import { itemVariables } from "../../4-emit/action.ts";
import { emitScript } from "../../4-emit/script.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { planChildren } from "../../tree/plan-expressions.ts";
import { walk } from "../../tree/walk.ts";
import type { Context } from "../shared/context.ts";
import { runScript } from "../shared/run-script.ts";
import type { Inputs } from "./known-inputs.ts";

/** What is known of an expression before anything runs. */
export type KnownValue = (expression: PlanExpression) => { readonly value: unknown } | undefined;

/** The values of expressions that read nothing but these inputs; an input that is nil is not known. */
export async function knownValue(inputs: Inputs, { packageFolder }: Context): Promise<KnownValue> {
  const runtime: unknown = await import(pathToFileURL(resolve(packageFolder, "runtime", "index.js")).href);
  return (expression) => {
    if (![...walk([expression], planChildren)].every((node) => isKnown(node, inputs))) return undefined;
    try {
      return { value: runScript(emitScript(expression, []), { scope: inputs, environment: {}, runtime }) };
    } catch {
      return undefined; // that it fails, the run says better
    }
  };
}

/** Secrets come from the environment: nothing of it is known. */
function isKnown(node: PlanExpression, inputs: Inputs): boolean {
  switch (node.kind) {
    case "input":
      return (inputs[node.name] ?? null) !== null;
    case "variable":
      return !itemVariables.has(node.name);
    case "call":
      return isPure(node.runtime);
    case "result":
    case "stored":
    case "argument":
    case "request":
    case "file":
    case "environment":
    case "info":
    case "failure":
    case "store":
      return false;
    default:
      return true;
  }
}
