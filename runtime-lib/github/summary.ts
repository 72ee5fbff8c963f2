import { appendFileSync } from "node:fs";
import type { EventSink } from "../run/events.ts";
import { formatDuration } from "../run/timer.ts";
import { command } from "./commands.ts";
import { outputText } from "./outputs.ts";

/** How a run ended, as far as a page shows it. */
export type ShownOutcome =
  | { readonly value: unknown }
  | { readonly error: { readonly message: string; readonly failureClass: string } };

interface Row {
  readonly status: string;
  readonly durationMs: number | undefined;
  readonly attempts: number;
}

// Together they stay far below the 1 MiB that GitHub takes, whatever has to be escaped.
const mostRows = 300;
const mostName = 100;
const mostText = 50_000;

/** The page that GitHub shows of a step: what became of each resource, and the result. */
export class Summary {
  readonly #rows = new Map<string, Row>();

  /** Takes the events of the run. */
  readonly sink: EventSink = ({ event, actionId, durationMs, recovered, items, attempt }) => {
    if (actionId === undefined) return;
    const attempts = event === "resource.retrying" ? (attempt ?? 1) + 1 : (this.#rows.get(actionId)?.attempts ?? 1);
    const ended = event === "resource.started" || event === "resource.retrying" ? "cancelled" : event.slice(9);
    const more = [
      ...(recovered ? ["recovered"] : []),
      ...(items ? [`${items.done}/${items.total} items`] : []),
      ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ];
    this.#rows.set(actionId, { status: [ended, ...more].join(", "), durationMs, attempts });
  };

  /** As Markdown, in which nothing that the run has produced means anything. */
  markdown(workflow: string, outcome: ShownOutcome): string {
    const failed = "error" in outcome;
    const heading = `## ${plain(cut(workflow, mostName))} ${failed ? "failed" : "completed"}\n`;
    const ending = failed ? failure(outcome.error) : `### Result\n\n${block(outcome.value)}`;
    return `${heading}\n${this.#table()}${ending}`;
  }

  #table(): string {
    if (this.#rows.size === 0) return "";
    const rows = [...this.#rows].slice(0, mostRows).map(([id, { status, durationMs }]) => {
      const duration = durationMs === undefined ? "" : formatDuration(durationMs);
      return `| ${plain(cut(id, mostName))} | ${status} | ${duration} |\n`;
    });
    const more = this.#rows.size - mostRows;
    return `| resource | status | duration |\n|---|---|--:|\n${rows.join("")}${more > 0 ? `\nand ${more} more\n` : ""}\n`;
  }
}

/** Adds a page to the file that the runner names, if it does. One that cannot be written is not a failure of the run. */
export function appendSummary(file: string | undefined, markdown: string, warn: (line: string) => void): void {
  if (file === undefined || file === "") return;
  try {
    appendFileSync(file, markdown);
  } catch (error) {
    const { code = "no reason given" } = error as NodeJS.ErrnoException;
    warn(command("warning", `cannot write the summary to GITHUB_STEP_SUMMARY: ${code}`));
  }
}

function failure({ message, failureClass }: Extract<ShownOutcome, { readonly error: unknown }>["error"]): string {
  return `### Failure\n\n${plain(cut(message, mostText))} (${failureClass})\n`;
}

/** Fenced by more backticks than stand in it. */
function block(value: unknown): string {
  const isText = typeof value === "string";
  const text = isText ? value : JSON.stringify(value ?? null, null, 2);
  const shown = text.slice(0, mostText);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const note =
    text.length > mostText
      ? `\nThis is the beginning; all ${outputText(value).length} characters are in the output \`result\`.\n`
      : "";
  return `${fence}${isText ? "text" : "json"}\n${shown}\n${fence}\n${note}`;
}

/** On one line, every character that may mean something in Markdown or HTML by its number. */
function plain(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .replaceAll(/[!-,./:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
