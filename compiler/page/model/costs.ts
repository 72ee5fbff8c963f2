import type { GraphResource, Prices } from "../data.ts";
import type { StepView } from "./step-view.ts";

/** What one chat took. */
export interface ChatCost {
  readonly id: string;
  /** Undefined where it is not written out in the workflow. */
  readonly model: string | undefined;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** US dollars; undefined where the price of its model is not known. */
  readonly dollars: number | undefined;
}

/** The tokens of all chats of a run, and what they cost. */
export function chatCosts(
  steps: readonly StepView[],
  resources: readonly GraphResource[],
  prices: Prices,
): readonly ChatCost[] {
  const models = new Map(resources.map(({ id, model }) => [id, model]));
  return steps.flatMap(({ id, usage }) => {
    if (usage === undefined) return [];
    const { promptTokens, completionTokens } = usage;
    const model = models.get(id);
    const price = model !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
    const dollars = price && (promptTokens * price.input + completionTokens * price.output) / 1e6;
    return [{ id, model, promptTokens, completionTokens, dollars }];
  });
}
