import { type AnswerShape, type AskedShape, constantOf, type Exploration, schemaShape } from "../nouns/answer-shape.ts";

/** How commands and scripts are explored; `usual`: what one prints of which nothing is said. */
export function processExploration(usual: AnswerShape): Exploration {
  return {
    answers: ({ resource, option }) => {
      const stdout = schemaShape(option("outputSchema")) ?? printed({ resource, option }, usual);
      const works: AnswerShape = { kind: "map", fields: { stdout } };
      return constantOf(option("failOnNonZero")) === false
        ? {
            kind: "either",
            choices: [
              [3, works],
              [1, exits],
            ],
          }
        : works;
    },
    failures: ["tool_runtime", "timeout"],
    mayHang: true,
  };
}

const exits: AnswerShape = {
  kind: "either",
  choices: [1, 2].map((exitCode) => [
    1,
    { kind: "constant", value: { stdout: "", stderr: "it did not work", exitCode } },
  ]),
};

function printed({ resource, option }: AskedShape, usual: AnswerShape): AnswerShape {
  switch (constantOf(option("output"))) {
    case "lines":
      return { kind: "read", field: resource.result.main, as: "lines" };
    case "json":
      return { kind: "read", field: "value", as: "value" };
    case "text":
      return { kind: "read", field: "stdout", as: "text" };
    default:
      return usual;
  }
}
