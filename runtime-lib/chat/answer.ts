import type { Validator } from "../run/definition.ts";
import { parseJson, TooDeep, tooDeep } from "../run/depth.ts";
import { FlowError } from "../run/errors.ts";
import { schemaProblem } from "../run/schema-problem.ts";

/** A JSON Schema with its compiled form. */
export interface CompiledSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly validate: Validator;
}

/** The JSON of an answer, held against its schema. Models like to fence it, with a word or two around. */
export function jsonAnswer(text: string, schema: CompiledSchema | undefined, wasCut: boolean): unknown {
  const value = parse(text, wasCut);
  if (schema === undefined || schema.validate(value)) return value;
  throw new FlowError("provider", `the answer does not fit the jsonSchema: ${schemaProblem(schema.validate)}`);
}

function parse(text: string, wasCut: boolean): unknown {
  const trimmed = text.trim();
  const fenced = /```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```/i.exec(trimmed)?.[1];
  for (const candidate of fenced === undefined ? [trimmed] : [trimmed, fenced]) {
    try {
      return parseJson(candidate);
    } catch (error) {
      if (error instanceof TooDeep) throw new FlowError("provider", `the answer ${tooDeep}`);
      // The next candidate, or the failure below.
    }
  }
  if (wasCut) throw new FlowError("provider", "the answer is not JSON: it was cut off at the token limit");
  throw new FlowError(
    "provider",
    `the answer is not JSON: ${trimmed === "" ? "it is empty" : JSON.stringify(start(trimmed))}`,
  );
}

function start(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
