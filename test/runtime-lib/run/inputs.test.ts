import { expect, test } from "vitest";
import type { WorkflowDefinition } from "../../../runtime-lib/run/definition.ts";
import { prepareInputs } from "../../../runtime-lib/run/inputs.ts";

test("names that every object inherits have their defaults too", () => {
  const inputs: Record<string, unknown> = {};
  const declared = [{ name: "constructor", default: "made here" }];
  prepareInputs({ inputs: declared, closedInputs: true } as unknown as WorkflowDefinition, {}, inputs);
  expect(inputs["constructor"]).toBe("made here");
});
