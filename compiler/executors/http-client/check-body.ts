import { findFunction } from "../../functions/table.ts";
import type { CheckTools } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { hole } from "../../nouns/written-text.ts";
import { calledName } from "../../tree/called-name.ts";

/**
 * Where a body stops to be the JSON (RFC 8259) that its Content-Type says it is. A template inside a string counts as text,
 * one beside strings as a value; behind one that may be more than a value, as `json(…)` is not, nothing is reported.
 */
export function checkBody({ fields }: ExecutorSyntax, { report, jsonMistake, written: writtenText }: CheckTools): void {
  const body = fields.get("body");
  if (body === undefined || !isJson(fields.get("headers"))) return;
  const written = writtenText(body);
  if (written === undefined) return;
  const { spanOf } = written;
  const text = withValues(written.text, body);
  const start = jsonMistake(text.replaceAll(hole, "0"));
  if (start === undefined || start !== jsonMistake(text.replaceAll(hole, "x")) || text[start] === hole) return;
  const [found = ""] = /^(?:\w+|\S)?/.exec(text.slice(start)) ?? [];
  const what = found === "" ? "it ends too early" : `unexpected ${JSON.stringify(found)}`;
  const help = "data: takes the value as YAML, and sends it as JSON";
  report("json-syntax", spanOf(start, start + found.length), `the body is not JSON: ${what}`, { help });
}

/** A number for each template that is one JSON value wherever it stands. */
function withValues(text: string, body: ValueSyntax): string {
  const expressions = body.kind === "template" ? body.parts.filter((part) => typeof part !== "string") : [];
  let next = 0;
  return text.replaceAll(hole, () => {
    const root = expressions[next++]?.root;
    return root?.kind === "call" && makesJson(calledName(root.callee) ?? "") ? "0" : hole;
  });
}

function makesJson(functionName: string): boolean {
  return findFunction(functionName)?.flow?.form === "json";
}

function isJson(headers: ValueSyntax | undefined): boolean {
  if (headers?.kind !== "map") return false;
  const type = headers.entries.find(({ key }) => /^content-type$/i.test(key.value))?.value;
  return type?.kind === "literal" && /^application\/(?:[\w.+-]+\+)?json\b/i.test(String(type.value).trim());
}
