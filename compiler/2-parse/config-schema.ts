import { type Code, codes } from "../nouns/codes.ts";
import { levelsOf } from "../nouns/levels.ts";

/** The JSON Schema of flowc.config.yaml, from the table of codes. */
export function configSchema(): object {
  const rules = (Object.keys(codes) as Code[]).sort().map((code) => [code, ruleSchema(code)] as const);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "config.schema.json",
    title: "flowc configuration",
    description: "flowc.config.yaml: how the findings of flowc check are taken.",
    type: "object",
    additionalProperties: false,
    properties: {
      rules: {
        type: ["object", "null"],
        description: "A level for each code that should not keep its own.",
        additionalProperties: false,
        properties: Object.fromEntries(rules),
      },
    },
  };
}

function ruleSchema(code: Code): object {
  const description = `${codes[code].title}; by default ${codes[code].severity === "error" ? "an error" : "a warning"}`;
  const levels = levelsOf(code);
  if (levels.length > 1) return { enum: levels, description };
  return { const: levels[0], description, $comment: "it stays an error: what it reports cannot be compiled" };
}
