import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions/completions";
import { complete, type Provider } from "../../runtime-lib/chat/send.ts";
import { Deadline } from "../../runtime-lib/deadline.ts";
import { FlowError } from "../../runtime-lib/errors.ts";
import { transportOf } from "../../runtime-lib/http/transport.ts";
import { type CallSettings, makeCalls } from "./agent-call.ts";

/** Whom an agent asks, what it may call and where it stops. */
export interface AgentSettings extends Omit<CallSettings, "signal"> {
  readonly provider: Provider;
  readonly model: string;
  /** Requests to the model for one answer. */
  readonly maxRounds: number;
  /** For one answer. */
  readonly timeoutMs: number;
}

/** Questions and answers with all that was said before. */
export class Conversation {
  readonly #settings: AgentSettings;
  #messages: readonly ChatCompletionMessageParam[] = [];

  constructor(settings: AgentSettings) {
    this.#settings = settings;
  }

  /**
   * Asks the model and runs what it calls until it answers. Rejects with a FlowError where it does not; the question is
   * then forgotten.
   */
  async ask(prompt: string, signal: AbortSignal): Promise<string> {
    const deadline = new Deadline(signal, this.#settings.timeoutMs);
    const closers = new Set<() => void | Promise<void>>();
    const atEnd = (close: () => void | Promise<void>): void => void closers.add(close);
    try {
      const step = { id: "agent", signal: deadline.signal, environment: process.env, atEnd };
      return await this.#converse(prompt, step);
    } finally {
      deadline.end();
      for (const close of closers) await close();
    }
  }

  async #converse(prompt: string, step: Parameters<typeof transportOf>[0]): Promise<string> {
    const { provider, model, maxRounds, tools, timeoutMs } = this.#settings;
    const transport = transportOf(step, { timeoutMs }, step.signal);
    const messages: ChatCompletionMessageParam[] = [...this.#messages, { role: "user", content: prompt }];
    const offered = tools.map((tool) => JSON.parse(JSON.stringify(tool)) as ChatCompletionTool);
    for (let round = 0; round < maxRounds; round += 1) {
      const { choices } = await complete(provider, transport, { model, messages, tools: offered });
      const message = choices[0]?.message;
      const calls = message?.tool_calls ?? [];
      const answer = message?.content || message?.refusal || "";
      if (message === undefined || (calls.length === 0 && answer === "")) {
        throw new FlowError("provider", "the model gave no answer");
      }
      messages.push(message);
      if (calls.length === 0) {
        this.#messages = messages;
        return answer;
      }
      // What the last answer asks for, nobody would be told.
      if (round + 1 === maxRounds) break;
      messages.push(...(await makeCalls(calls, { ...this.#settings, signal: step.signal })));
    }
    throw new FlowError("provider", `the model still calls tools after ${maxRounds} rounds`);
  }
}
