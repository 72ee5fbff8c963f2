/**
 * Stands in for the SDK's own choice of a validator of JSON Schemas, which compiles them at run time. Workflows check
 * their inputs themselves, and nothing else asks for one: flowc's servers elicit nothing.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("flowc validates no schema at run time");
  }
}

export { default as process } from "node:process";
