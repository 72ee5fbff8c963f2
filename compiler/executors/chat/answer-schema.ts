import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { asMap, plainData } from "../../tree/plain-data.ts";

/**
 * The JSON Schema of a chat's answer, which is JSON under `jsonResponse` or where there is a `jsonSchema`; any JSON
 * where that is not given. Undefined: the answer is text.
 */
export function answerSchema(executor: ExecutorSyntax): Readonly<Record<string, unknown>> | undefined {
  const schema = executor.fields.get("jsonSchema");
  const asked = executor.fields.get("jsonResponse");
  const wanted = asked?.kind === "literal" ? asked.value === true : schema !== undefined;
  if (!wanted) return undefined;
  return (schema && asMap(plainData(schema))) ?? {};
}
