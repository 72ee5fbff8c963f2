import type { PlanExpression } from "../nouns/plan.ts";

/** What is read, the same for each read of it: the parts of a file are there together, like the fields of a result. */
export interface ReadKey {
  readonly kind: "result" | "input" | "argument" | "environment" | "variable" | "stored" | "file";
  /** Its name; empty for the file. */
  readonly name: string;
  /** The keys that lead into it. */
  readonly steps: readonly (string | number | boolean | null)[];
}

/** The key of an expression that only reads; undefined for any other. */
export function readKey(node: PlanExpression): ReadKey | undefined {
  switch (node.kind) {
    case "result":
      return { kind: node.kind, name: node.id, steps: [] };
    case "input":
    case "argument":
    case "environment":
    case "variable":
    case "stored":
      return { kind: node.kind, name: node.name, steps: [] };
    case "file":
      return { kind: node.kind, name: "", steps: [] };
    case "member": {
      const object = readKey(node.object);
      if (object === undefined || node.key.kind !== "constant") return undefined;
      return { ...object, steps: [...object.steps, node.key.value] };
    }
    default:
      return undefined;
  }
}

/** True where both are the same read. */
export function isSameRead(first: ReadKey, second: ReadKey): boolean {
  return (
    first.kind === second.kind &&
    first.name === second.name &&
    first.steps.length === second.steps.length &&
    first.steps.every((step, index) => step === second.steps[index])
  );
}
