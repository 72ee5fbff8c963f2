import type {
  ChatCompletion,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
  ChatCompletionToolMessageParam,
} from "openai/resources/chat/completions/completions";
import { FlowError } from "../run/errors.ts";

type Messages = readonly ChatCompletionMessageParam[];

/** How a model is asked, and who makes the calls that it answers with. */
export interface Rounds {
  /** So many requests for one answer: a model that calls tools for ever is stopped. */
  readonly most: number;
  ask(messages: Messages): Promise<ChatCompletion>;
  /** Makes all calls of one answer; gives what the model gets of them. */
  makeCalls(calls: readonly ChatCompletionMessageToolCall[]): Promise<readonly ChatCompletionToolMessageParam[]>;
}

/** The answer of a model, and all that was said until then, the answer too. */
interface Answered {
  readonly completion: ChatCompletion;
  readonly messages: Messages;
}

/**
 * Asks a model, and makes the calls that it answers with, until it answers without any. Rejects with class provider where
 * it gives no answer, or none within the rounds; else as `ask` and `makeCalls` do.
 */
export async function untilAnswered(messages: Messages, rounds: Rounds): Promise<Answered> {
  const said = [...messages];
  for (let round = 1; ; round += 1) {
    const completion = await rounds.ask(said);
    const message = completion.choices[0]?.message;
    if (message === undefined) throw new FlowError("provider", "the model gave no answer");
    said.push(message);
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) return { completion, messages: said };
    // What the last answer asks for would reach nobody.
    if (round === rounds.most)
      throw new FlowError("provider", `the model still calls tools after ${rounds.most} rounds`);
    said.push(...(await rounds.makeCalls(calls)));
  }
}
