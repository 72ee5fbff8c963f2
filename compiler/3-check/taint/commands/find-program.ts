import { databases } from "./databases.ts";
import { harmfulOptions } from "./harmful-options.ts";
import { interpreters } from "./interpreters.ts";
import type { ProgramSpec } from "./program-spec.ts";
import { tools } from "./tools.ts";
import { wrappers } from "./wrappers.ts";

/** What flowc knows of the program that a path or a name, such as `/usr/bin/python3.12`, stands for; undefined: nothing. */
export function findProgram(path: string): ProgramSpec | undefined {
  const name = (path.split(/[\\/]/).at(-1) ?? "").replace(/\.exe$/i, "");
  return specOf(name) ?? specOf(name.replace(/-?\d+(?:\.\d+)*$/, ""));
}

function specOf(name: string): ProgramSpec | undefined {
  const table = [interpreters, wrappers, databases, tools].find((some) => Object.hasOwn(some, name));
  if (table !== undefined) return table[name];
  return Object.hasOwn(harmfulOptions, name) ? { harm: harmfulOptions[name] ?? "" } : undefined;
}
