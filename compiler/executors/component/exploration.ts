import { constantOf, type Exploration } from "../../nouns/answer-shape.ts";

/** A memory that holds what is asked for, or does not. */
export const memoryExploration: Exploration = {
  answers: ({ option }) => {
    if (constantOf(option("action")) !== "retrieve") return { kind: "constant", value: {} };
    const value = { kind: "read", field: undefined, within: ["value"], as: "text" } as const;
    return {
      kind: "either",
      choices: [
        [1, { kind: "map", fields: { value } }],
        [1, { kind: "constant", value: { success: false } }],
      ],
    };
  },
  failures: ["infra"],
};
