import type { ExecutorSyntax } from "../syntax.ts";
import { asMap, plainData } from "./plain-data.ts";

/**
 * The JSON Schema of a chat's answer, which is JSON under `jsonResponse` or where there is a `jsonSchema`; any JSON
 * where that is not given. Undefined: the answer is text, or the executor is another.
 */
export function answerSchema(executor: ExecutorSyntax): Readonly<Record<string, unknown>> | undefined {
  if (executor.key !== "chat") return undefined;
  const schema = executor.fields.get("jsonSchema");
  const asked = executor.fields.get("jsonResponse");
  const wanted = asked?.kind === "literal" ? asked.value === true : schema !== undefined;
  if (!wanted) return undefined;
  return (schema && asMap(plainData(schema))) ?? {};
}
