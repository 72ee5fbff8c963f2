import type { ArgumentSpec, CommandSpec } from "./spec.ts";

/** `PATH…`, or `[CODE]` and `[PATH…]` where it may be left out. */
export function argumentText({ name, count }: ArgumentSpec): string {
  if (count === "optional") return `[${name}]`;
  if (count === "any") return `[${name}…]`;
  return count === "many" ? `${name}…` : name;
}

/** Each way to call a command. */
export function usageLines({ name, argument, usage, options }: CommandSpec): readonly string[] {
  const argumentPart = argument === undefined ? [] : [argumentText(argument)];
  const optionsPart = Object.keys(options).length === 0 ? [] : ["[options]"];
  const ways = usage ?? [[...argumentPart, ...optionsPart].join(" ")];
  return ways.map((way) => `flowc ${name} ${way}`.trimEnd());
}
