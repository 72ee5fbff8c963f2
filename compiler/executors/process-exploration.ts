import { type AnswerShape, type AskedShape, constantOf, type Exploration, schemaShape } from "../nouns/answer-shape.ts";

/** How commands and scripts are explored; `usual`: what one prints of which nothing is said. */
export function processExploration(usual: Printed): Exploration {
  return {
    answers: (asked) => {
      const works: AnswerShape = { kind: "map", fields: printed(asked, usual) };
      if (constantOf(asked.option("failOnNonZero")) !== false) return works;
      return {
        kind: "either",
        choices: [
          [3, works],
          [1, exits],
        ],
      };
    },
    failures: ["tool_runtime", "timeout"],
    mayHang: true,
  };
}

/** Text, or the value that it stands for. */
type Printed = { readonly stdout: AnswerShape } | { readonly value: AnswerShape };

export const printedText: Printed = { stdout: { kind: "read", field: "stdout", as: "text" } };
export const printedValue: Printed = { value: { kind: "read", field: "value", as: "value" } };

const exits: AnswerShape = {
  kind: "either",
  choices: [1, 2].map((exitCode) => [
    1,
    { kind: "constant", value: { stdout: "", stderr: "it did not work", exitCode } },
  ]),
};

function printed({ resource, option }: AskedShape, usual: Printed): Printed {
  const value = schemaShape(option("outputSchema"));
  if (value !== undefined) return { value };
  switch (constantOf(option("output"))) {
    case "lines":
      return { stdout: { kind: "read", field: resource.result.main, as: "lines" } };
    case "json":
      return printedValue;
    case "text":
      return printedText;
    default:
      return usual;
  }
}
