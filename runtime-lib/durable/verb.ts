import { parseArgs } from "node:util";
import type { CommandHost } from "../command/host.ts";
import { type OptionSpec, parseOptions, type Values } from "../command/option.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput } from "../run/errors.ts";
import type { Server } from "../serve/server.ts";

/** What a command of a durable bundle works on. */
export interface VerbContext extends CommandHost {
  readonly definition: WorkflowDefinition;
  /** What `--describe` prints. */
  readonly describe: unknown;
  readonly parts: DurableParts;
}

/** What only some durable bundles have. */
export interface DurableParts {
  /** Of a server workflow. */
  readonly server?: Server;
  /** A command of its own: `serve`. */
  readonly verb?: Verb;
}

/** One command of a durable bundle, such as `worker`. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** Placeholder of the one argument that it takes. */
  readonly argument?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** True where it also has the options of a run. */
  readonly runs?: true;
  /** Resolves to the exit code; rejects with what is thrown by the database. */
  act(argv: readonly string[], context: VerbContext): Promise<number>;
}

/** Reads the arguments of a command. Throws InvalidInput with one sentence for what cannot be understood. */
export function readVerb<const Options extends Readonly<Record<string, OptionSpec>>>(
  { name, argument, options }: Pick<Verb, "name" | "argument"> & { readonly options: Options },
  argv: readonly string[],
): { readonly values: Values<Options>; readonly argument: string } {
  const given = parsed(argv, options);
  const [first = "", second] = given.positionals;
  if (argument === undefined && first !== "") throw usage(`${name} takes no argument, found "${first}"`);
  if (argument !== undefined && (first === "" || second !== undefined)) throw usage(`${name} takes one ${argument}`);
  return { values: given.values as Values<Options>, argument: first };
}

function parsed(argv: readonly string[], options: Readonly<Record<string, OptionSpec>>) {
  try {
    return parseArgs({ args: [...argv], options: parseOptions(options), strict: true, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message.split(". ")[0] ?? "");
  }
}

/** A whole number of an option, from `least` on; undefined where it is not given. Throws InvalidInput. */
export function wholeNumber(option: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw usage(`${option} takes a whole number from ${least} on, not "${text}"`);
}

/** A length of time such as `30s`, `1h30m` or `2d`, in milliseconds; undefined where it is not given. Throws InvalidInput. */
export function milliseconds(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text))
    throw usage(`${option} takes a time such as 30s or 2d, not "${text}"`);
  const parts = text.matchAll(/([\d.]+)(ms|[smhd])/g);
  return [...parts].reduce((sum, [, number, unit]) => sum + Number(number) * units[unit as keyof typeof units], 0);
}

/** A mistake of whoever wrote the command line. */
export function usage(message: string): InvalidInput {
  return new InvalidInput("preflight", message);
}
