import { accessSync, constants, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type FailureDetails, FlowError } from "../run/errors.ts";
import type { ChildSpec } from "./child.ts";
import { shownCommand } from "./evidence.ts";

const LONGEST_LINE = 300;
/** The system is short of something: another attempt may succeed. */
const SHORTAGES: Readonly<Record<string, string>> = {
  EAGAIN: "the limit of processes is reached",
  EMFILE: "this process has too many open files",
  ENFILE: "the system has too many open files",
  ENOMEM: "the system is out of memory",
};

/** How a child ended: `code` is null after death by `signal`. */
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly failOnNonZero: boolean;
  /** What it left behind. */
  readonly evidence: () => FailureDetails;
}

/** The failure that an exit is: always for a signal, 126 and 127, under `failOnNonZero` for every code but 0. */
export function exitError({ code, signal, failOnNonZero, evidence }: Exit): FlowError | undefined {
  if (code === 0) return undefined;
  if (code !== null && code !== 126 && code !== 127 && !failOnNonZero) return undefined;
  const found = evidence();
  return new FlowError("tool_runtime", exitMessage(code, signal) + lastLine(found.stderr ?? ""), {
    ...found,
    exitCode: code,
    ...(signal !== null && { signal }),
  });
}

function exitMessage(code: number | null, signal: NodeJS.Signals | null): string {
  if (code === null) return `killed by ${signal}`;
  // What a shell, env, nohup, … exit with when they cannot run what they were asked to.
  if (code === 126) return "command not executable (exit code 126)";
  if (code === 127) return "command not found (exit code 127)";
  return `exit code ${code}`;
}

/** `: ` and the last line that says anything, without colours and cut to 300 characters; empty if there is none. */
function lastLine(stderr: string): string {
  // The tail is enough, and keeps 64 MiB of complaints from being searched.
  const text = stripVTControlCharacters(stderr.slice(-65_536)).trimEnd();
  const line = text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1).trim();
  if (line.length === 0) return "";
  const characters = Array.from(line.slice(0, 2 * LONGEST_LINE + 2));
  return characters.length <= LONGEST_LINE ? `: ${line}` : `: ${characters.slice(0, LONGEST_LINE - 1).join("")}…`;
}

/** The system's error on starting a child, as tool_runtime or infra; never by the text of its message. */
export function startError(error: unknown, spec: ChildSpec): FlowError {
  const program = `program '${spec.program ?? "sh"}'`;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const details = { cause: error, command: shownCommand(spec) };
  const toolError = (message: string) => new FlowError("tool_runtime", message, details);
  const nul = findNul(spec);
  if (nul !== undefined) return toolError(`${nul} contains a NUL character, which no argument may have`);
  const directory = directoryProblem(spec.cwd);
  if (directory !== undefined) return new FlowError("infra", directory, details);
  const shortage = SHORTAGES[code];
  if (shortage !== undefined) {
    return new FlowError("infra", `${program} could not be started: ${shortage} (${code})`, details);
  }
  if (code === "ENOENT") return toolError(notFound(program, spec));
  if (code === "EACCES" || code === "EPERM") return toolError(`${program} is not executable`);
  if (code === "E2BIG") {
    return toolError(
      `${program} could not be started: command, args and env together are over the system's argument limit` +
        " (E2BIG; on Linux also 128 KiB for each of them), so pass large data in a file",
    );
  }
  return toolError(`${program} could not be started: ${code || String((error as Error).message).split("\n")[0]}`);
}

/** Where a NUL is, in the words of the resource. */
function findNul({ program, args, ownArgs, cwd, env }: ChildSpec): string | undefined {
  if (program?.includes("\0")) return "command";
  const at = args.findIndex((argument) => argument.includes("\0"));
  if (at >= 0) return at < ownArgs ? "command" : `args[${at - ownArgs}]`;
  if (cwd?.includes("\0")) return "workingDir";
  const name = Object.keys(env).find((key) => key.includes("\0") || env[key]?.includes("\0"));
  return name === undefined ? undefined : `env.${name.replaceAll("\0", "\\0")}`;
}

/** The system reports a bad working folder with the same codes as a bad program. */
function directoryProblem(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    if (!statSync(path).isDirectory()) return `workingDir '${path}' is not a directory`;
    accessSync(path, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" ? `workingDir '${path}' does not exist` : `workingDir '${path}' cannot be used (${code})`;
  }
}

function notFound(program: string, { program: path = "sh", cwd = "." }: ChildSpec): string {
  // A file that is there and yet "not found": the interpreter of its first line is what is missing.
  const exists = path.includes("/") && existsSync(resolve(cwd, path));
  return exists ? `${program} could not be started: its interpreter was not found` : `${program} was not found`;
}
