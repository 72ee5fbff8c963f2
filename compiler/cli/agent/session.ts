import { createInterface, type Interface } from "node:readline/promises";
import { FlowError, toFlowError } from "../../../runtime-lib/run/errors.ts";
import type { Context } from "../shared/context.ts";
import { complaint } from "./complaint.ts";
import type { Conversation } from "./conversation.ts";

/** A terminal, or whatever stands for it, that questions and approvals are read from. */
export class Session {
  readonly #context: Context;
  readonly #isTerminal: boolean;
  /** While a session reads lines. Without one, Control-C is a signal, as in any program. */
  #lines: Interface | undefined;
  #running: AbortController | undefined;

  constructor(context: Context) {
    this.#context = context;
    this.#isTerminal = context.stdin.isTTY === true;
  }

  /**
   * Whether a call may be made; nobody is there to say so where standard input is not a terminal. Its end is a no. Rejects
   * with the signal's reason.
   */
  async approve(call: string, signal: AbortSignal): Promise<boolean> {
    if (!this.#isTerminal) return false;
    const lines = this.#lines ?? this.#open(() => process.emit("SIGINT", "SIGINT"));
    try {
      const answer = await lines
        .question(`run ${call}? [y/N] `, { signal })
        .catch(() => (signal.aborted ? undefined : this.#context.say("\n")));
      signal.throwIfAborted();
      return /^y(?:es)?$/i.test(answer?.trim() ?? "");
    } finally {
      if (lines !== this.#lines) lines.close();
    }
  }

  /** Answers line after line until there are no more. A question that fails is reported, and the next one is asked. */
  async converse(conversation: Conversation, signal: AbortSignal): Promise<void> {
    const lines = this.#open(() => this.#interrupt(lines));
    this.#lines = lines.once("close", () => (this.#lines = undefined));
    signal.addEventListener("abort", () => lines.close(), { once: true });
    this.#prompt();
    for await (const line of lines) {
      if (/^\s*(?:exit|quit)\s*$/i.test(line)) return;
      if (line.trim() !== "") await this.#answer(conversation, line, signal);
      if (signal.aborted) return;
      this.#prompt();
    }
    if (this.#isTerminal) this.#context.say("\n");
  }

  #prompt(): void {
    if (!this.#isTerminal) return;
    this.#lines?.setPrompt("> ");
    this.#lines?.prompt();
  }

  #open(interrupt: () => void): Interface {
    const { stdin: input, stderr: output } = this.#context;
    const lines = createInterface({ input, output, terminal: this.#isTerminal });
    return lines.on("SIGINT", interrupt);
  }

  async #answer(conversation: Conversation, line: string, signal: AbortSignal): Promise<void> {
    const { print, say } = this.#context;
    const running = new AbortController();
    this.#running = running;
    try {
      await print(await conversation.ask(line, AbortSignal.any([signal, running.signal])));
    } catch (thrown) {
      const error = toFlowError(thrown);
      say(running.signal.aborted ? error.message : complaint(error));
    }
    this.#running = undefined;
  }

  /** Control-C ends the answer that is under way, else takes back what is typed, else ends the session. */
  #interrupt(lines: Interface): void {
    if (this.#running !== undefined) {
      this.#running.abort(new FlowError("tool_runtime", "interrupted"));
    } else if (lines.line === "") {
      lines.close();
    } else {
      lines.write(null, { ctrl: true, name: "e" });
      lines.write(null, { ctrl: true, name: "u" });
    }
  }
}
