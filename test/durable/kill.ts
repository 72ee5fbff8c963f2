import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a program is started with that is to be killed. */
interface Victim {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly after: number;
}

/** Starts a program under this Node and kills it after so many milliseconds; false where it has ended before. */
export async function killed(args: readonly string[], { cwd, env = process.env, after }: Victim): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: "ignore" });
  const killer = setTimeout(() => child.kill("SIGKILL"), after);
  const [, signal] = await once(child, "close");
  clearTimeout(killer);
  return signal !== null;
}

/** Numbers from 0 to 1 that look random and are the same in each run of a test. */
export function noise(seed: number, count: number): readonly number[] {
  const numbers: number[] = [];
  for (let state = (seed + 1) * 7_919; numbers.length < count; ) {
    state = (state * 48_271) % 2_147_483_647;
    numbers.push(state / 2_147_483_647);
  }
  return numbers;
}
