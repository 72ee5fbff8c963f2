import type { CheckTools } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Tool } from "../../nouns/tool.ts";
import { answerSchema } from "./answer-schema.ts";
import { argumentsSchema, toolsIn } from "./tools.ts";

/** JSON Schemas of a chat that cannot be compiled, such as a type that does not exist; and one that is never used. */
export function checkSchemas(executor: ExecutorSyntax, tools: CheckTools): void {
  const written = executor.fields.get("jsonSchema");
  const schema = answerSchema(executor);
  if (written !== undefined && schema === undefined) {
    const help = "remove jsonResponse: false";
    tools.report("conflicting-keys", written.span, 'a jsonSchema without "jsonResponse" is never used', { help });
  } else if (written !== undefined && schema !== undefined) {
    tools.checkSchema({ schema, at: written.span, of: "value", what: "the jsonSchema" });
  }
  for (const tool of toolsIn(executor)) checkTool(tool, tools);
}

function checkTool(tool: Tool, { checkSchema }: CheckTools): void {
  const fine = tool.parameters.map(({ name, schema }) =>
    checkSchema({ schema, at: name.span, of: "key", what: `the parameter "${name.value}"` }),
  );
  if (fine.includes(false)) return;
  const what = `the parameters of the tool "${tool.name.value}"`;
  checkSchema({ schema: argumentsSchema(tool), at: tool.name.span, of: "none", what });
}
