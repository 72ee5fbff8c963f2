import type { ExecutorSyntax, WorkflowSyntax } from "../../nouns/syntax.ts";
import { literalField } from "../../tree/literal-field.ts";

/** What reads the script of an executor: its own `shell`, else that of the settings, else sh. */
export function shellOf(executor: ExecutorSyntax, { shell: { shell = "sh" } }: Pick<WorkflowSyntax, "shell">): string {
  return literalField(executor, "shell") ?? shell;
}

/** True for shells that read what sh and bash read; of PowerShell, fish and other programs nothing is known. */
export function isPosixShell(shell: string): boolean {
  return /(?:^|\/)(?:sh|bash|dash|ash|ksh)$/.test(shell);
}
