import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../describe/json-schema.ts";

/** Holds a value against a schema: the first thing that does not fit, or undefined. Formats are not looked at. */
export type FindMisfit = (value: unknown) => ErrorObject | undefined;

/** Compiles a JSON Schema. */
export function misfitFinder(schema: JsonSchema): FindMisfit {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  return (value) => (validate(value) ? undefined : validate.errors?.[0]);
}
