import { firstMismatch, mismatchAt } from "../../2-parse/mismatch.ts";
import { inputFormats } from "../../nouns/input-formats.ts";
import type { Node } from "../../nouns/node.ts";
import type { InputSyntax } from "../../nouns/resource-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import { nodeAtSpan, valueOfKey } from "../plan/find-node.ts";
import { compileSchema } from "../plan/schema-problems.ts";
import { isPartlyUnread, pointerStep } from "../plan/unread.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** Schemas of inputs that cannot be compiled, such as one with a broken pattern, and defaults that they refuse. */
export const inputSchema: Rule = ({ workflow, poison, report }) => {
  const declared = (workflow.inputs ?? []).filter(
    ({ name }) => !isPartlyUnread(workflow, `/settings/inputs/${pointerStep(name)}`),
  );
  const resources = workflow.resources.filter(({ broken }) => !broken);
  const roots = [...workflow.documents, ...resources.map(({ node }) => node)];
  for (const input of [...declared, ...resources.flatMap(({ validations }) => validations.properties)]) {
    if (!checkInput(input, roots, report)) poison.inputs.add(input.name);
  }
};

/** False where the schema has problems. */
function checkInput(input: InputSyntax, roots: readonly Node[], report: RuleContext["report"]): boolean {
  const { name, span, schema, default: fallback, defaultSpan } = input;
  const what = `the input "${name}"`;
  const { problems, validate } = compileSchema({
    schema,
    node: valueOfKey(roots, span),
    at: span,
    what,
    formats: inputFormats,
  });
  for (const { code, span: at, message, extras } of problems) report(code, at, message, extras);
  if (validate === undefined || fallback === undefined || validate(fallback)) return problems.length === 0;
  const error = firstMismatch(validate.errors ?? []);
  if (error === undefined) return problems.length === 0;
  const node = nodeAtSpan(roots, defaultSpan) ?? standIn(fallback, defaultSpan);
  const { span: at, message, extras } = mismatchAt(error, node);
  report("invalid-default", at, `the default of ${what}: ${message}`, extras);
  return problems.length === 0;
}

/** A value of a document that is not at hand, such as a component's manifest, as far as messages name it. */
function standIn(value: unknown, span: Span): Node {
  if (Array.isArray(value)) return { kind: "sequence", span, items: [] };
  if (typeof value === "object" && value !== null) return { kind: "map", span, entries: [] };
  const scalar = value as string | number | boolean | null;
  return { kind: "scalar", span, value: scalar, style: "plain", place: () => span.start };
}
