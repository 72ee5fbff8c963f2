import type { Node, ScalarNode } from "../../nouns/node.ts";
import { span } from "../../nouns/source.ts";
import { namesSecret, secretIn } from "../secrets/names.ts";
import { shapesIn } from "../secrets/shapes.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** A secret that stands in the file: anyone who reads the file, or its history, has it. The finding does not repeat it. */
export const hardcodedSecret: Rule = ({ workflow, report }) => {
  for (const document of workflow.documents) visit(document, { key: "", named: true }, report);
};

/** What is above a value. */
interface Above {
  /** The key that it stands under. */
  readonly key: string;
  /** False where keys are the author's words for something else, as in a response. */
  readonly named: boolean;
}

/** Prose, and keys whose values cannot be secrets whatever they are called. */
const prose = new Set(["description", "title", "examples", "name", "actionId", "requires", "required"]);
/** Where keys are names of fields that others read. */
const answers = new Set(["response", "apiResponse"]);

function visit(node: Node, above: Above, report: RuleContext["report"]): void {
  if (node.kind === "scalar") {
    checkScalar(node, above, report);
    return;
  }
  if (node.kind === "sequence") {
    for (const item of node.items) visit(item, above, report);
    return;
  }
  for (const { key, value } of node.entries) {
    if (prose.has(key) && value.kind === "scalar") continue;
    // The default of an input is a value of what the input is called.
    const name = key === "default" ? above.key : key;
    visit(value, { key: name, named: above.named && !answers.has(key) }, report);
  }
}

function checkScalar(node: ScalarNode, { key, named }: Above, report: RuleContext["report"]): void {
  if (typeof node.value !== "string") return;
  const shapes = shapesIn(node.value);
  for (const { what, start, end } of shapes) reportSecret(node, { what, start, end, key }, report);
  const secret = shapes.length === 0 && named && namesSecret(key) ? secretIn(node.value) : undefined;
  if (secret !== undefined) reportSecret(node, { what: `the value of "${key}"`, ...secret, key }, report);
}

interface Secret {
  readonly what: string;
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

function reportSecret(node: ScalarNode, { what, start, end, key }: Secret, report: RuleContext["report"]): void {
  const at = span(node.span.source, node.place(start), node.place(end));
  const variable = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/\W+/g, "_")
    .toUpperCase();
  const name = namesSecret(key) && /^[A-Z_]\w*$/.test(variable) ? variable : "NAME";
  report("hardcoded-secret", at, `${what} is written out in the file, and stays in its history`, {
    help: `take it from the environment: {{ env('${name}') }}, or $${name} in a command; then replace the secret`,
    secret: true,
  });
}
