import type { FailureDetails, OutputTail } from "../run/errors.ts";
import type { ChildSpec } from "./child.ts";
import type { Written } from "./output.ts";

const mostLines = 20;
const longestLine = 1_000;
const longestCommand = 4_000;

/** What a person needs to understand how a command failed: how it ran, and the last lines that it wrote. */
export function evidence(spec: ChildSpec, stdout: Written, stderr: Written): FailureDetails {
  return { command: cut(shownCommand(spec), longestCommand), stderr: stderr.text(), ...tailOf(stdout, stderr) };
}

/** A script as it is, a program and its arguments as a shell would take them. */
export function shownCommand({ shown, program = "sh", args, ownArgs }: ChildSpec): string {
  const given = (shown === undefined ? [program, ...args] : args.slice(ownArgs)).map(shellWord).join(" ");
  if (shown === undefined) return given;
  return given === "" ? shown.trimEnd() : `${shown.trimEnd()}\n(with the arguments ${given})`;
}

/** As a shell takes it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function tailOf(stdout: Written, stderr: Written): { readonly tail?: OutputTail } {
  const [out, err] = [lastLines(stdout), lastLines(stderr)];
  if (out === "" && err === "") return {};
  return { tail: { ...(out !== "" && { stdout: out }), ...(err !== "" && { stderr: err }) } };
}

function lastLines(output: Written): string {
  const lines = output.end(2 * mostLines * longestLine).split("\n");
  return lines
    .slice(-mostLines)
    .map((line) => cut(line.replace(/\r$/, ""), longestLine))
    .join("\n");
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
