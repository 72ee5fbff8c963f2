import { expect, test } from "vitest";
import { chatCosts } from "../../../compiler/page/model/costs.ts";
import { runView } from "../../../compiler/page/model/run-view.ts";
import { event } from "../events.ts";

const usage = { promptTokens: 1_000_000, completionTokens: 500_000, totalTokens: 1_500_000 };
const resources = [
  { id: "ask", kind: "chat", requires: [], model: "big" },
  { id: "other", kind: "chat", requires: [], model: "constructor" },
];

test("tokens cost what the prices say, and nothing is guessed where they say nothing", () => {
  const { steps } = runView(
    {
      events: [
        event("resource.completed", 1, { actionId: "ask", usage }),
        event("resource.completed", 2, { actionId: "other", usage }),
      ],
    },
    resources,
  );
  expect(chatCosts(steps, resources, { big: { input: 2, output: 10 } })).toEqual([
    { id: "ask", model: "big", promptTokens: 1_000_000, completionTokens: 500_000, dollars: 7 },
    { id: "other", model: "constructor", promptTokens: 1_000_000, completionTokens: 500_000, dollars: undefined },
  ]);
});
