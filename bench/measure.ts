import { spawn } from "node:child_process";

/** A program to time, from spawn to the end of its output. */
export interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called before each round, outside the time taken. */
  readonly prepare?: () => void;
  /** What it must print; anything, where absent. */
  readonly stdout?: string;
}

/** Milliseconds of one contender, all rounds but the first, sorted. */
export class Times {
  readonly sorted: readonly number[];

  constructor(times: readonly number[]) {
    this.sorted = times.toSorted((a, b) => a - b);
  }

  get median(): number {
    return this.quantile(0.5);
  }

  quantile(share: number): number {
    return this.sorted[Math.round((this.sorted.length - 1) * share)] ?? Number.NaN;
  }
}

/** What a comparison yields, by the contender's name. */
export class Results {
  readonly times: ReadonlyMap<string, Times>;

  constructor(times: ReadonlyMap<string, Times>) {
    this.times = times;
  }

  median(name: string): number {
    return this.times.get(name)?.median ?? Number.NaN;
  }

  ratio(name: string, base: string): number {
    return this.median(name) / this.median(base);
  }
}

/**
 * Times the contenders in turns, so that a busy moment of the machine hits all of them; each round starts with another
 * one. The first round, which fills caches, is dropped.
 */
export async function compare(contenders: readonly Contender[], rounds: number): Promise<Results> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const elapsed = await time(contender);
      if (round > 0) times.get(contender.name)?.push(elapsed);
    }
  }
  return new Results(new Map([...times].map(([name, all]) => [name, new Times(all)])));
}

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(NODE_|npm_|MAKE|FLOWC_|WIREIT_|JUST_|FORCE_COLOR$)/.test(name)),
);

/** Milliseconds of one start; rejects where it fails or prints something else than it should. */
function time({ name, command, args, cwd, env, prepare, stdout }: Contender): Promise<number> {
  prepare?.();
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    const complained: string[] = [];
    const begin = process.hrtime.bigint();
    const child = spawn(command, args, { cwd, env: { ...environment, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.setEncoding("utf8").on("data", (text: string) => printed.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => complained.push(text));
    child.on("error", reject);
    child.on("close", (code) => {
      const elapsed = Number(process.hrtime.bigint() - begin) / 1e6;
      const output = printed.join("");
      if (code !== 0) reject(new Error(`${name} ended with ${code}: ${complained.join("") || output}`));
      else if (stdout !== undefined && output !== stdout)
        reject(new Error(`${name} printed ${JSON.stringify(output)}`));
      else resolve(elapsed);
    });
  });
}
