import { type AnswerShape, constantOf, type Exploration, schemaShape } from "../../nouns/answer-shape.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";

/** A model that says anything, in JSON where it is asked for that, and may call its tools first. */
export const chatExploration: Exploration = {
  answers: ({ resource, option }) => {
    const isJson = constantOf(option("jsonResponse")) === true;
    const value = schemaShape(option("jsonSchema")) ?? { kind: "read", field: undefined, as: "value" };
    const text: AnswerShape = { kind: "read", field: resource.result.main, as: "words" };
    const last: AnswerShape = { kind: "map", fields: isJson ? { value } : { text } };
    const calls = callsOf(option("tools"));
    if (calls.length === 0) return last;
    const some: AnswerShape = { kind: "either", choices: calls.map((call) => [1, call]) };
    const round: AnswerShape = { kind: "map", fields: { toolCalls: { kind: "list", of: some, least: 1, most: 2 } } };
    return {
      kind: "either",
      choices: [
        [1, last],
        [1, { kind: "each", of: [round, last] }],
      ],
    };
  },
  failures: ["provider", "infra", "timeout"],
};

/** A call of each tool, with arguments that fit, and at times without any. */
function callsOf(tools: PlanValue | undefined): readonly AnswerShape[] {
  const maps = tools?.kind === "list" ? tools.items.filter((item) => item.kind === "map") : [];
  return maps.map(({ entries }) => {
    const entry = (key: string): PlanValue | undefined => entries.find((one) => one.key === key)?.value;
    const nothing: AnswerShape = { kind: "constant", value: {} };
    const given: AnswerShape = {
      kind: "either",
      choices: [
        [4, schemaShape(entry("parameters")) ?? nothing],
        [1, nothing],
      ],
    };
    return { kind: "map", fields: { name: { kind: "constant", value: constantOf(entry("name")) }, arguments: given } };
  });
}
