import type { AnswerShape, Exploration } from "../../nouns/answer-shape.ts";

/** A database that gives rows, or none. */
export const sqlExploration: Exploration = {
  answers: ({ option }) => {
    const queries = option("queries");
    if (queries?.kind !== "list") return outcome({ kind: "read", field: "rows", as: "rows" });
    const rows: AnswerShape = { kind: "read", field: "results", within: [0, "rows"], as: "rows" };
    return { kind: "map", fields: { results: { kind: "each", of: queries.items.map(() => outcome(rows)) } } };
  },
  failures: ["tool_runtime", "infra", "timeout"],
  mayHang: true,
};

function outcome(rows: AnswerShape): AnswerShape {
  return { kind: "map", fields: { rows, rowsAffected: { kind: "count" }, lastInsertId: { kind: "count" } } };
}
