import { QueuedWriter } from "../command/queued-writer.ts";
import { lossOf } from "../command/write.ts";
import type { FlowError } from "../run/errors.ts";

/**
 * A line that the runner takes as a command (GitHub's "Workflow commands"). What the user or a program wrote stands in it
 * escaped as GitHub's own toolkit does, so that it ends neither the line nor the property.
 */
export function command(name: string, message: string, properties: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escaped(value, /[%\r\n:,]/g)}`);
  return `::${name}${given.length === 0 ? "" : ` ${given.join(",")}`}::${escaped(message, /[%\r\n]/g)}\n`;
}

/** A text for the log in which the runner looks for no commands. */
export function withoutCommands(text: string): string {
  const token = crypto.randomUUID();
  return `::stop-commands::${token}\n${text}${text.endsWith("\n") ? "" : "\n"}::${token}::\n`;
}

/** Lines that fold under a title; the runner looks for no commands in them. */
export function githubSection(title: string, text: string): string {
  return `${command("group", title)}${withoutCommands(text)}::endgroup::\n`;
}

/** Writes lines to the log, one after another; `end` resolves when all are written, to the failure where some are lost. */
export class Log {
  readonly #writer = new QueuedWriter(1);

  write(lines: string): void {
    this.#writer.write(lines);
  }

  async end(): Promise<FlowError | undefined> {
    return lossOf("the log", await this.#writer.flush());
  }
}

function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(
    characters,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
