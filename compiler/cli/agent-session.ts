import { createInterface, type Interface } from "node:readline/promises";
import { toFlowError } from "../../runtime-lib/errors.ts";
import { complain } from "../../runtime-lib/terminal.ts";
import type { Conversation } from "./agent-conversation.ts";
import { print } from "./context.ts";

/** A terminal, or whatever stands for it, that questions are read from. */
export class Session {
  readonly #lines: Interface;
  readonly #isTerminal = process.stdin.isTTY === true;
  #running: AbortController | undefined;

  constructor() {
    this.#lines = createInterface({ input: process.stdin, output: process.stderr, terminal: this.#isTerminal });
    this.#lines.on("SIGINT", () => this.#interrupt());
  }

  /** Whether a call may be made; nobody is there to say so where standard input is no terminal. */
  async approve(call: string): Promise<boolean> {
    if (!this.#isTerminal) return false;
    const answer = await this.#lines.question(`run ${call}? [y/N] `);
    return /^y(?:es)?$/i.test(answer.trim());
  }

  /** Answers line after line until there are no more. A question that fails is told, and the next one is asked. */
  async converse(conversation: Conversation, signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.close(), { once: true });
    this.#prompt();
    for await (const line of this.#lines) {
      if (line.trim() !== "") await this.#answer(conversation, line, signal);
      if (signal.aborted) return;
      this.#prompt();
    }
  }

  close(): void {
    this.#lines.close();
  }

  async #answer(conversation: Conversation, line: string, signal: AbortSignal): Promise<void> {
    this.#running = new AbortController();
    try {
      await print(await conversation.ask(line, AbortSignal.any([signal, this.#running.signal])));
    } catch (thrown) {
      const error = toFlowError(thrown);
      await complain(this.#running.signal.aborted ? "interrupted" : error.message, error);
    }
    this.#running = undefined;
  }

  /** Control-C ends the answer that is under way, else the session. */
  #interrupt(): void {
    if (this.#running === undefined) this.close();
    else this.#running.abort();
  }

  #prompt(): void {
    if (!this.#isTerminal) return;
    this.#lines.setPrompt("> ");
    this.#lines.prompt();
  }
}
