import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LintDialect, LintFinding } from "../../nouns/lint.ts";
import { asClause } from "./as-clause.ts";
import { positions } from "./positions.ts";

/**
 * Not asked for: what sh does not know (3xxx, 2039: `not-posix` says it), what ShellCheck cannot read itself (1009, 1070
 * to 1073: `shell-syntax` has found no mistake there), files that a script reads (1090, 1091), a `cd` that may fail (2164:
 * `unchecked-line` says it, and is silent where `errexit` stops the script), and what correct scripts do: `echo done` (1010),
 * two here-documents (2261).
 */
const unwanted = /^SC(?:3\d{3}|1009|1010|107[0-3]|109[01]|2039|2164|2261)$/;

/** Milliseconds for all scripts of a workflow. */
const limit = 60_000;

interface Comment {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly endColumn: number;
  readonly code: number;
  readonly message: string;
}

/**
 * What ShellCheck, the program at this path, finds in each script: errors and warnings, no notes. It reads files, several at
 * once: they lie in a temporary folder while it does. Undefined where it does not answer.
 */
export function askShellcheck(
  program: string,
  dialect: LintDialect,
  texts: readonly string[],
): readonly (readonly LintFinding[])[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), "flowc-lint-"));
  try {
    texts.forEach((text, index) => {
      writeFileSync(join(folder, String(index)), text);
    });
    const names = texts.map((_text, index) => String(index));
    const args = ["--norc", "--format", "json1", "--severity", "warning", "--shell", dialect, "--", ...names];
    const { stdout } = spawnSync(program, args, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: Number.POSITIVE_INFINITY,
      timeout: limit,
      windowsHide: true,
      // Options of the user's own would change what it says.
      env: { ...process.env, SHELLCHECK_OPTS: "" },
    });
    const { comments } = JSON.parse(stdout) as { readonly comments: readonly Comment[] };
    return texts.map((text, index) =>
      findings(
        text,
        comments.filter(({ file }) => file === names[index]),
      ),
    );
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findings(text: string, comments: readonly Comment[]): readonly LintFinding[] {
  const offsetOf = positions(text);
  const at = (line: number, column: number) => offsetOf(line, utf16Column(text, offsetOf(line, 1), column));
  return comments.flatMap(({ code, message, line, column, endLine, endColumn }) => {
    const rule = `SC${code}`;
    if (unwanted.test(rule)) return [];
    const start = at(line, column);
    return [{ start, end: Math.max(start, at(endLine, endColumn)), rule, message: asClause(message) }];
  });
}

/** ShellCheck counts characters, not UTF-16 units. */
function utf16Column(text: string, lineStart: number, column: number): number {
  return [...text.slice(lineStart, lineStart + 2 * column)].slice(0, column - 1).join("").length + 1;
}
