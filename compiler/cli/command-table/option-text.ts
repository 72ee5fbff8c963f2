import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";

/** An option as it is written in help: `-o, --out FOLDER`, `--format text|json`, `--events[=FILE]`. */
export function optionText(name: string, option: OptionSpec): string {
  const { short, value, values, optionalValue } = option;
  const placeholder = value ?? values?.join("|");
  const after =
    optionalValue === undefined ? (placeholder === undefined ? "" : ` ${placeholder}`) : `[=${optionalValue}]`;
  return `${short === undefined ? "" : `-${short}, `}--${name}${after}`;
}

/** What it does, with its default and whether it may come again. */
export function optionMeaning({ description, repeatable, default: fallback }: OptionSpec): string {
  const again = repeatable ? " (repeatable)" : "";
  return `${description}${again}${fallback === undefined ? "" : ` (default ${fallback})`}`;
}

/** `PATH…`, or `[CODE]` where it may be left out. */
export function argumentText({ name, count }: ArgumentSpec): string {
  if (count === "optional") return `[${name}]`;
  return count === "many" ? `${name}…` : name;
}

/** Each way to call a command. */
export function usageLines({ name, argument, usage, options }: CommandSpec): readonly string[] {
  const argumentPart = argument === undefined ? [] : [argumentText(argument)];
  const optionsPart = Object.keys(options).length === 0 ? [] : ["[options]"];
  const ways = usage ?? [[...argumentPart, ...optionsPart].join(" ")];
  return ways.map((way) => `flowc ${name} ${way}`.trimEnd());
}
