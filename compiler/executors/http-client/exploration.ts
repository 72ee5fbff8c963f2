import { type AnswerShape, type Exploration, schemaShape } from "../../nouns/answer-shape.ts";

/** A server that answers what is read of it, and at times that it cannot. */
export const httpExploration: Exploration = {
  answers: ({ option }) => {
    const schema = schemaShape(option("responseSchema"));
    const body = schema ?? { kind: "read", field: "body", as: "map" };
    const statusCode: AnswerShape = { kind: "read", field: "statusCode", as: "success" };
    const headers: AnswerShape = { kind: "read", field: "headers", as: "headers" };
    return {
      kind: "either",
      choices: [
        [4, { kind: "map", fields: { statusCode, headers, body } }],
        [1, schema === undefined ? trouble : silence],
      ],
    };
  },
  failures: ["infra", "timeout", "provider"],
};

/** An answer without a body: none that does not fit a schema gets further. */
const silence: AnswerShape = { kind: "constant", value: { statusCode: 503 } };

const trouble: AnswerShape = {
  kind: "either",
  choices: [
    { statusCode: 503, body: "Service Unavailable" },
    { statusCode: 404, body: { error: "not found" } },
    { statusCode: 500, body: { error: "it broke" } },
  ].map((value) => [1, { kind: "constant", value }]),
};
