import { namesSecret } from "../3-check/secrets/names.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { PlanEntry, PlanValue } from "../nouns/plan-value.ts";
import { array, type Expression, literal, object } from "../nouns/typescript.ts";
import { unreachable } from "../nouns/unreachable.ts";
import { type EmitContext, emitExpression } from "./expression.ts";
import { marked } from "./mark.ts";
import { isString } from "./sure-type.ts";
import { runtimeCall } from "./words.ts";

/** A field's value as JavaScript data with its expressions in place. */
export function emitValue(value: PlanValue, context: EmitContext): Expression {
  switch (value.kind) {
    case "constant":
      return literal(value.value);
    case "expression":
      return marked(value.expression, emitExpression(value.expression, context), context);
    case "template":
      return emitTemplate(value.parts, context);
    case "schema":
      return object([
        ["schema", value.onlyValidates === true ? undefined : literal(value.schema)],
        ["validate", context.validators?.get(value.key)],
      ]);
    case "list":
      return array(value.items.map((item) => emitValue(item, context)));
    case "map":
      return object(value.entries.map((entry) => [entry.key, emitEntryValue(entry, context)]));
    default:
      return unreachable(value);
  }
}

/** The value of an entry, whose key may say that it is a secret. */
export function emitEntryValue({ key, value }: PlanEntry, context: EmitContext): Expression {
  return emitValue(value, namesSecret(key) ? { ...context, secret: true } : context);
}

type Template = Extract<PlanValue, { kind: "template" }>;

/** Text with values in it; one value alone needs no template literal around it. */
function emitTemplate(parts: Template["parts"], context: EmitContext): Expression {
  const [only] = parts;
  if (parts.length === 1 && typeof only === "object") return emitText(only, context);
  const pieces = parts.map((part) => {
    if (typeof part === "string") return part;
    if (part.kind === "constant") return part.value === null ? "" : String(part.value);
    return emitText(part, context);
  });
  return { kind: "template", parts: pieces };
}

/** A value as text. */
function emitText(node: PlanExpression, context: EmitContext): Expression {
  const value = emitExpression(node, context);
  return marked(node, isString(node.type) ? value : runtimeCall("text", [value]), context);
}
