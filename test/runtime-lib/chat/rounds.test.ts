import type { ChatCompletion } from "openai/resources/chat/completions/completions";
import { expect, test } from "vitest";
import { untilAnswered } from "../../../runtime-lib/chat/rounds.ts";
import { failureOf } from "../../support/step.ts";

// One loop for chats and for `flowc agent`.

const call = { id: "1", type: "function", function: { name: "look", arguments: "{}" } };

/** A model that makes so many calls before it answers; `made` are those that were carried out. */
function model(calls: number) {
  const made: string[] = [];
  const seen: number[] = [];
  const rounds = {
    most: 3,
    ask: async (messages: readonly unknown[]) => {
      seen.push(messages.length);
      const message =
        seen.length <= calls ? { role: "assistant", tool_calls: [call] } : { role: "assistant", content: "so" };
      return { choices: [{ message }] } as unknown as ChatCompletion;
    },
    makeCalls: async (asked: readonly { readonly id: string }[]) => {
      made.push(...asked.map(({ id }) => id));
      return asked.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: "seen" }));
    },
  };
  return { rounds, made, seen };
}

test("calls are made until there is an answer, and all of it is kept", async () => {
  const { rounds, made, seen } = model(2);
  const { completion, messages } = await untilAnswered([{ role: "user", content: "q" }], rounds);
  expect(completion.choices[0]?.message.content).toBe("so");
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "tool", "assistant"]);
  expect([made.length, seen]).toEqual([2, [1, 3, 5]]);
});

test("what the last answer asks for is not done: nobody would be told", async () => {
  const { rounds, made } = model(9);
  const failure = await failureOf(untilAnswered([{ role: "user", content: "q" }], rounds));
  expect(failure).toBe("provider: the model still calls tools after 3 rounds");
  expect(made).toHaveLength(2);
});

test("an answer without a message is none", async () => {
  const rounds = { ...model(0).rounds, ask: async () => ({ choices: [] }) as unknown as ChatCompletion };
  expect(await failureOf(untilAnswered([], rounds))).toBe("provider: the model gave no answer");
});
