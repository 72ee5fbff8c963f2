import type { InputDefinition } from "../run/definition.ts";

/** Characters of a value that a hint repeats at most. */
const longestValue = 60;

/**
 * How what was given as an option is given as an input, where one has its name: `--color red` as `--input color=red`.
 * Empty where none has. `flag` is the option without its dashes.
 */
export function inputHint(
  flag: string,
  argv: readonly string[],
  inputs: readonly Pick<InputDefinition, "name" | "schema">[],
): string {
  const input = inputs.find(({ name }) => folded(name) === folded(flag));
  if (input === undefined) return "";
  const value = valueAfter(flag, argv) ?? (input.schema?.["type"] === "boolean" ? "true" : "VALUE");
  return `; "${input.name}" is an input: --input ${quoted(`${input.name}=${value.length > longestValue ? "VALUE" : value}`)}`;
}

function valueAfter(flag: string, argv: readonly string[]): string | undefined {
  const start = `--${flag}=`;
  const joined = argv.find((argument) => argument.startsWith(start));
  if (joined !== undefined) return joined.slice(start.length);
  const next = argv[argv.indexOf(`--${flag}`) + 1];
  return next?.startsWith("-") ? undefined : next;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

/** As a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
