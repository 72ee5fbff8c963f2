import { lossOf, writeAll } from "../command/write.ts";
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

/** Writes lines to the log, one after another; `end` resolves when all are written, to the failure where some are lost. */
export class Log {
  #written: Promise<FlowError | undefined> = Promise.resolve(undefined);

  write(lines: string): void {
    const next = async () => lossOf("the log", await writeAll(1, Buffer.from(lines)));
    this.#written = this.#written.then((lost) => lost ?? next());
  }

  end(): Promise<FlowError | undefined> {
    return this.#written;
  }
}

function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(
    characters,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
