import { createRequire } from "node:module";
import type { Ajv as AjvClass } from "ajv";
import { answerSchema } from "../answer-schema.ts";
import { argumentsSchema, toolsIn } from "../tools.ts";
import type { Rule } from "./rule.ts";

/** JSON Schemas of chats that cannot be compiled, such as a type that does not exist; and one that is never used. */
export const answerSchemas: Rule = ({ workflow, report }) => {
  const chats = workflow.resources.filter(({ broken }) => !broken).flatMap(({ executors }) => executors.slice(0, 1));
  for (const executor of chats.filter(({ key }) => key === "chat")) {
    const written = executor.fields.get("jsonSchema");
    const answer = answerSchema(executor);
    if (written !== undefined && answer === undefined) {
      const help = "remove jsonResponse: false";
      report("schema", written.span, 'a jsonSchema without "jsonResponse" is never used', { help });
    }
    if (written !== undefined && answer !== undefined) {
      const problem = problemOf(answer);
      if (problem !== undefined) report("schema", written.span, `the jsonSchema cannot be used: ${problem}`);
    }
    for (const tool of toolsIn(executor)) {
      const problem = problemOf(argumentsSchema(tool));
      const message = `the parameters of the tool "${tool.name.value}" cannot be used: ${problem}`;
      if (problem !== undefined) report("schema", tool.name.span, message);
    }
  }
};

/** Why ajv refuses a schema. It takes 15 ms to load: only chats with schemas pay for it. */
function problemOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  const { Ajv } = createRequire(import.meta.url)("ajv") as { readonly Ajv: typeof AjvClass };
  try {
    new Ajv({ strict: false, validateFormats: false, logger: false }).compile(schema);
    return undefined;
  } catch (error) {
    // Of all that ajv says the first is what is wrong; the rest are other readings of the same place.
    const [first = ""] = (error as Error).message.split(", ");
    return first.replace(/^schema is invalid: data(\/\S*)?/, (_all, path) => (path === undefined ? "it" : `"${path}"`));
  }
}
