import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions/completions";
import { untilAnswered } from "../../../runtime-lib/chat/rounds.ts";
import { complete, type Provider } from "../../../runtime-lib/chat/send.ts";
import { transportOf } from "../../../runtime-lib/http/transport.ts";
import { Deadline } from "../../../runtime-lib/run/deadline.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import type { Environment } from "../shared/context.ts";
import { type CallSettings, makeCalls } from "./call.ts";

/** Whom an agent asks, what it may call and where it stops. */
export interface AgentSettings extends Omit<CallSettings, "signal"> {
  readonly provider: Provider;
  readonly model: string;
  /** Says which proxies to take. */
  readonly environment: Environment;
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
    const deadline = new Deadline({ signal }, this.#settings.timeoutMs);
    const closers = new Set<() => void | Promise<void>>();
    const atEnd = (close: () => void | Promise<void>): void => void closers.add(close);
    try {
      const step = { id: "agent", signal: deadline.signal, environment: this.#settings.environment, atEnd };
      return await this.#converse(prompt, step);
    } finally {
      deadline.end();
      for (const close of closers) await close();
    }
  }

  async #converse(prompt: string, step: Parameters<typeof transportOf>[0]): Promise<string> {
    const { provider, model, maxRounds, tools, timeoutMs } = this.#settings;
    const transport = transportOf(step, { timeoutMs }, step.signal);
    const offered = tools.map((tool) => JSON.parse(JSON.stringify(tool)) as ChatCompletionTool);
    const { completion, messages } = await untilAnswered([...this.#messages, { role: "user", content: prompt }], {
      most: maxRounds,
      ask: (said) => complete(provider, transport, { model, messages: [...said], tools: offered }),
      makeCalls: (calls) => makeCalls(calls, { ...this.#settings, signal: step.signal }),
    });
    const { content, refusal } = completion.choices[0]?.message ?? {};
    const answer = content || refusal || "";
    if (answer === "") throw new FlowError("provider", "the model gave no answer");
    this.#messages = messages;
    return answer;
  }
}
