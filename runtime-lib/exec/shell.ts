import type { ChildSpec } from "./child.ts";

/** What reads a script, and whether it stops at the first line that fails. */
export interface ShellOptions {
  /** `sh` by default. */
  readonly shell?: string | undefined;
  readonly errexit?: boolean | undefined;
}

/** How a shell is started with a script and its arguments. */
export function shellSpec(
  script: string,
  args: readonly string[],
  { shell = "sh", errexit = false }: ShellOptions,
): Pick<ChildSpec, "program" | "args" | "ownArgs" | "shown"> {
  const own = isPowerShell(shell) ? powerShell(script, args.length > 0, errexit) : posix(shell, script, errexit);
  // Behind the script comes $0, which PowerShell has not.
  const name = args.length > 0 && !isPowerShell(shell) ? [shell] : [];
  return {
    program: shell === "sh" ? undefined : shell,
    args: [...own, ...name, ...args],
    ownArgs: own.length + name.length,
    shown: script,
  };
}

function isPowerShell(shell: string): boolean {
  return /(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i.test(shell);
}

/** A pipeline fails in sh with its last command only: bash and its like can look at all of them. */
function posix(shell: string, script: string, errexit: boolean): readonly string[] {
  if (!errexit) return ["-c", script];
  const hasPipefail = /(?:^|[\\/])(?:bash|zsh|ksh)(?:\.exe)?$/i.test(shell);
  return hasPipefail ? ["-e", "-o", "pipefail", "-c", script] : ["-e", "-c", script];
}

/** Arguments behind `-Command` would be read as code. */
function powerShell(script: string, hasArguments: boolean, errexit: boolean): readonly string[] {
  const stop = "$ErrorActionPreference = 'Stop'; $PSNativeCommandUseErrorActionPreference = $true\n";
  return [
    "-NoLogo",
    "-NoProfile",
    "-NonInteractive",
    hasArguments ? "-CommandWithArgs" : "-Command",
    `${errexit ? stop : ""}${script}`,
  ];
}
