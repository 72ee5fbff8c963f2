import { findFunction, functionsIn, signature } from "../../functions/table.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import type { ExpressionContext } from "./context.ts";
import { whereItemsAre } from "./current-item.ts";

/** What to write instead of a name that is not a variable. */
export function helpOnName(name: string, { workflow, graph, names, variables }: ExpressionContext): string {
  const known = graph.resources.has(name) || names.has(name) || workflow.inputs?.some((input) => input.name === name);
  if (known) return `write get('${name}')`;
  if (name === "item" || name === "index") return whereItemsAre;
  const word = name.toLowerCase();
  if (Object.hasOwn(otherConstants, word)) return `write ${otherConstants[word]}`;
  if (name === "$env") return "a workflow has no $env: read inputs with get('…'), environment variables with env('…')";
  const near = didYouMean(name, variables.keys());
  if (near !== undefined) return near;
  if (Object.hasOwn(otherScopes, name)) return otherScopes[name] ?? "";
  const spec = findFunction(name);
  const inside = functionsIn(name);
  if (inside.length > 0) return `write ${inside.map((read) => `${read}('…')`).join(" or ")} with an actionId`;
  return spec === undefined
    ? `read names with get('…'), and quote text: '${name}'`
    : `it is a function: ${signature(spec)}`;
}

const otherConstants: Readonly<Record<string, string>> = {
  null: "nil",
  undefined: "nil",
  none: "nil",
  true: "true",
  false: "false",
};

const input = "read an input with get('…')";
const environment = "read an environment variable with env('…')";
const result = "read the value of a resource with get('…') and its actionId";

/** Where other tools keep what is read here by a function. */
const otherScopes: Readonly<Record<string, string>> = {
  inputs: input,
  params: input,
  parameters: input,
  vars: input,
  args: input,
  process: environment,
  secrets: environment,
  steps: result,
  needs: result,
  jobs: result,
  outputs: result,
  results: result,
  body: "read the request's body with get('body')",
  request: "read the request with get('body'), get('query') and get('headers')",
  headers: "read the request's headers with get('headers')",
  query: "read the request's query with get('query')",
};
