import { spawn } from "node:child_process";
import { hasProgram } from "./programs.ts";

/** True where `onTerminal` works: it needs util-linux's script. */
export const hasTerminal = process.platform === "linux" && hasProgram("script");

/** What a person does at a terminal: once `sees` is found in what came after the last step, `types` these keys. */
export interface Step {
  readonly sees: RegExp;
  readonly types: string;
  /** What happens elsewhere then. */
  readonly then?: () => void;
}

/** Keys. */
export const keys = { enter: "\r", controlC: "\x03", controlD: "\x04" } as const;

/** Runs a program on a terminal of its own. `ended`: its exit code and all that was shown, but for moves of the cursor. */
export function onTerminal(argv: readonly string[], env: NodeJS.ProcessEnv, steps: readonly Step[]) {
  const command = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: { ...env, TERM: "xterm" } });
  const type = (text: string): void => void child.stdin.write(text);
  let screen = "";
  let seen = 0;
  let next = 0;
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    const step = steps[next];
    if (step === undefined || !step.sees.test(plain(screen.slice(seen)))) return;
    next += 1;
    seen = screen.length;
    type(step.types);
    step.then?.();
  });
  const ended = new Promise<{ readonly screen: string; readonly code: number | null }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ screen: plain(screen), code }));
  });
  return { type, ended };
}

function plain(screen: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what moves the cursor begins with one
  return screen.replaceAll(/\x1b\[\d*[A-Z]|\r/g, "");
}
