import { namesSecret } from "../3-check/secrets/names.ts";
import type { PlanEntry, PlanValue } from "../nouns/plan.ts";
import { unreachable } from "../nouns/unreachable.ts";
import { type Code, code, join, list, literal, object, propertyKey, templateText } from "./code.ts";
import { type EmitContext, emitExpression } from "./expression.ts";
import { marked } from "./mark.ts";
import { isString } from "./sure-type.ts";

/** A field's value as JavaScript data with its expressions in place. */
export function emitValue(value: PlanValue, context: EmitContext): Code {
  switch (value.kind) {
    case "constant":
      return literal(value.value);
    case "expression":
      return marked(value.expression, emitExpression(value.expression, context), context);
    case "template":
      return emitTemplate(value.parts, context);
    case "schema": {
      const validator = context.validators?.get(value.key);
      const validate = validator === undefined ? [] : [code`validate: validators.${validator}`];
      return object([code`schema: ${literal(value.schema)}`, ...validate]);
    }
    case "list":
      return list(
        code`[`,
        value.items.map((item) => emitValue(item, context)),
        code`]`,
      );
    case "map":
      return object(value.entries.map((entry) => code`${propertyKey(entry.key)}: ${emitEntryValue(entry, context)}`));
    default:
      return unreachable(value);
  }
}

/** The value of an entry, whose key may say that it is a secret. */
export function emitEntryValue({ key, value }: PlanEntry, context: EmitContext): Code {
  return emitValue(value, namesSecret(key) ? { ...context, secret: true } : context);
}

type Template = Extract<PlanValue, { kind: "template" }>;

/** Text with values in it; one value alone needs no template literal around it. */
function emitTemplate(parts: Template["parts"], context: EmitContext): Code {
  const [only] = parts;
  if (parts.length === 1 && typeof only === "object") {
    const value = emitExpression(only, context);
    return marked(only, isString(only.type) ? value : code`flow.text(${value})`, context);
  }
  const pieces = parts.map((part) => {
    if (typeof part === "string") return templateText(part);
    if (part.kind === "constant") return templateText(part.value === null ? "" : String(part.value));
    const value = emitExpression(part, context);
    return code`\${${marked(part, isString(part.type) ? value : code`flow.text(${value})`, context)}}`;
  });
  return code`\`${join(pieces, "")}\``;
}
