import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FlowEvent } from "../run/events.ts";
import { palette } from "./palette.ts";
import type { Screen } from "./screen.ts";
import { visible } from "./visible.ts";

/** How a failure is shown. */
export interface FailureView {
  readonly screen: Screen;
  /** Folder of the workflow's files, where they are there. */
  readonly folder: string | undefined;
  /** False where the output has been shown already. */
  readonly output: boolean;
}

/**
 * What is known of a failure beside its message: the resource and where it stands, the line of the document where an
 * expression failed, the command, how it ended and the last lines that it wrote.
 */
export function failureText(
  { actionId = "", place, exitCode, signal, command, tail }: FlowEvent,
  { screen, folder, output }: FailureView,
): string {
  const frame = place === undefined ? "" : codeFrame(place, folder, screen);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["resource", place === undefined ? actionId : `${actionId} (${place})`],
    ["command", command],
    ["signal", signal],
    ["exit code", exitCode === undefined || signal !== undefined ? undefined : String(exitCode)],
    ["stdout", output ? tail?.stdout : undefined],
    ["stderr", output ? tail?.stderr : undefined],
  ];
  const lines = facts.flatMap(([name, text]) => (text === undefined ? [] : [fact(name, text, screen)]));
  return `${lines[0] ?? ""}${frame}${lines.slice(1).join("")}`;
}

/** On the line of its name, or below it where there are several lines; what programs wrote is always below. */
function fact(name: string, text: string, screen: Screen): string {
  const label = screen.color(palette.gray, `  ${name}:`);
  const lines = text.split("\n").map((line) => visible(line, screen.colors));
  const isOutput = name === "stdout" || name === "stderr";
  if (lines.length === 1 && !isOutput) return `${label} ${lines[0]}\n`;
  return `${label}\n${lines.map((line) => `    ${line}\n`).join("")}`;
}

/** The line at `file:line:column` with a mark below; empty where it has no column or the file is not there. */
function codeFrame(place: string, folder: string | undefined, screen: Screen): string {
  const [, file = "", line = "", column = ""] = /^(.*?):(\d+):(\d+)$/.exec(place) ?? [];
  const text = file === "" || folder === undefined ? undefined : lineOf(join(folder, file), Number(line));
  if (text === undefined) return "";
  const before = text.slice(0, Number(column) - 1);
  const gutter = " ".repeat(line.length);
  const mark = screen.color(palette.red, `${before.replaceAll(/[^\t]/g, " ")}^`);
  return `  ${screen.color(palette.gray, `${line} |`)} ${visible(text, false)}\n  ${screen.color(palette.gray, `${gutter} |`)} ${mark}\n`;
}

function lineOf(path: string, number: number): string | undefined {
  try {
    return readFileSync(path, "utf8").split(/\r\n|\n|\r/)[number - 1];
  } catch {
    return undefined;
  }
}
