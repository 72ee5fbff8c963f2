import { flowcHere } from "../support/flowc.ts";

/** A diagnostic as `check --format json` has it. */
export interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What `flowc check --strict` finds in the workflow at a path of a folder. Throws where check itself fails. */
export async function foundIn(folder: string, path = "."): Promise<readonly Found[]> {
  const { code, stdout, stderr } = await flowcHere(["check", path, "--strict", "--format", "json"], { cwd: folder });
  if (code !== 0 && code !== 1) throw new Error(`flowc check ${folder}: exit code ${code}: ${stderr}`);
  return (JSON.parse(stdout) as { readonly diagnostics: readonly Found[] }).diagnostics;
}

/** A finding in one line. */
export function foundLine({ file, line, column, severity, message, code }: Found): string {
  return `${file}:${line}:${column}: ${severity}: ${message} [${code}]`;
}

/** Whether a finding is about a value from outside, and not about something else in the workflow. */
export function isAboutOutside({ code }: Found): boolean {
  return aboutOutside.test(code);
}

const aboutOutside = /^(?:\w+-injection|request-forgery|unanchored-check|not-followed)$/;
