import { parseArgs } from "node:util";
import { type OptionSpec, parseOptions, type Values } from "../../../runtime-lib/command/option.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import type { CommandSpec, Positionals } from "../command-table/spec.ts";
import { UsageError } from "./context.ts";

/** A command line as its command takes it. */
export interface Arguments<Spec extends CommandSpec> {
  readonly values: Values<Spec["options"]>;
  readonly positionals: Positionals<Spec>;
  /** The arguments, `--name=FILE` of an option whose value may be left out as `--name-file=FILE`. */
  readonly args: readonly string[];
  /** Where in them each is. */
  readonly tokens: readonly Token[];
}

/** What `util.parseArgs` says of an argument. */
interface Token {
  readonly kind: "option" | "positional" | "option-terminator";
  readonly index: number;
  /** Of an option. */
  readonly name?: string;
  /** Of an option with a value: false where that is the next argument. */
  readonly inlineValue?: boolean | undefined;
}

/** An option that the command does not have. */
export class UnknownOption extends UsageError {
  /** The message without its hint. */
  readonly said: string;
  /** Without dashes. */
  readonly flag: string;

  constructor(said: string, flag: string, hint: string | undefined) {
    super(hint === undefined ? said : `${said}; ${hint}`);
    this.said = said;
    this.flag = flag;
  }
}

/** Reads what a command is given, by its entry of the command table. Throws UsageError of one sentence. */
export function readArguments<const Spec extends CommandSpec>(spec: Spec, argv: readonly string[]): Arguments<Spec> {
  const args = argv.map((argument) => withFile(argument, spec));
  const { values, positionals, tokens } = parse(args, spec);
  for (const [name, option] of Object.entries(spec.options)) checkValue(name, option, values[name]);
  checkPositionals(spec, positionals);
  // What the checks have found, said in types.
  return { values, positionals, args, tokens } as unknown as Arguments<Spec>;
}

/** `util.parseArgs` knows no values that may be left out: with one, it is an option of another name. */
function withFile(argument: string, { options }: CommandSpec): string {
  const name = /^--([\w-]+)=/.exec(argument)?.[1] ?? "";
  return Object.hasOwn(options, name) && options[name]?.optionalValue !== undefined
    ? argument.replace("=", "-file=")
    : argument;
}

function parse(args: readonly string[], spec: CommandSpec) {
  try {
    return parseArgs({ args, options: parseOptions(spec.options), allowPositionals: true, tokens: true });
  } catch (error) {
    const message = (error as Error).message.split(". ")[0] ?? "";
    const flag = /Unknown option '([^']+)'/.exec(message)?.[1];
    const known = Object.keys(spec.options).map((name) => `--${name}`);
    const hint = flag === undefined ? undefined : didYouMean(flag, known);
    const said = message.charAt(0).toLowerCase() + message.slice(1);
    if (flag === undefined) throw new UsageError(said);
    throw new UnknownOption(said, flag.replace(/^-+/, ""), hint);
  }
}

function checkValue(name: string, { values }: OptionSpec, given: unknown): void {
  if (values === undefined || given === undefined) return;
  const wrong = [given].flat().find((one) => !values.includes(String(one)));
  if (wrong === undefined) return;
  throw notOneOf(`--${name}`, values, String(wrong));
}

function notOneOf(what: string, values: readonly string[], given: string): UsageError {
  const hint = didYouMean(given, values);
  const list = values.join(", ").replace(/, (?=[^,]+$)/, " or ");
  return new UsageError(`${what} takes ${list}, not "${given}"${hint === undefined ? "" : `; ${hint}`}`);
}

function checkPositionals({ name, argument }: CommandSpec, [first, second, third]: readonly string[]): void {
  if (argument === undefined) {
    if (first !== undefined) throw new UsageError(`${name} takes only options, found "${first}"`);
    return;
  }
  const { count, needs, noun, completes } = argument;
  if (first === undefined && count !== "optional" && count !== "any") throw new UsageError(`${name} needs ${needs}`);
  if (third !== undefined && count === "two")
    throw new UsageError(`${name} takes ${noun}, found "${third}" beside them`);
  if (second !== undefined && (count === "one" || count === "optional"))
    throw new UsageError(`${name} takes one ${noun}, found "${first}" and "${second}"`);
  if (typeof completes !== "string" && first !== undefined) {
    if (!completes.includes(first)) throw notOneOf(name, completes, first);
  }
}
