import type { ParseArgsConfig } from "node:util";

/** An option of flowc or of a bundle. Without `value` and `values` it is a flag. */
export interface OptionSpec {
  readonly description: string;
  /** One letter. */
  readonly short?: string;
  /** Placeholder of its value; FILE and FOLDER are completed as such. */
  readonly value?: string;
  /** All values that it takes. */
  readonly values?: readonly string[];
  /** Placeholder of a value that may be left out, and comes after `=` only: `--name[=FILE]`, read as `--name-file FILE`. */
  readonly optionalValue?: string;
  readonly repeatable?: true;
  readonly default?: string;
}

/** What options give: flags a boolean, values their text, or undefined where none is given. */
export type Values<Options> = { readonly [Name in keyof Options]: ValueOf<Options[Name]> } & {
  readonly [Name in keyof Options as Options[Name] extends { readonly optionalValue: string }
    ? `${string & Name}-file`
    : never]: string | undefined;
};

type ValueOf<Option> = Option extends { readonly repeatable: true }
  ? readonly TextOf<Option>[]
  : Option extends { readonly default: string }
    ? TextOf<Option>
    : Option extends { readonly value: string } | { readonly values: readonly string[] }
      ? TextOf<Option> | undefined
      : boolean;

type TextOf<Option> = Option extends { readonly values: readonly (infer Value)[] } ? Value : string;

/** How `parseArgs` reads them. */
export function parseOptions(options: Readonly<Record<string, OptionSpec>>): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, option]) => [
      [name, parseOption(option)],
      ...(option.optionalValue === undefined ? [] : [[`${name}-file`, { type: "string" }]]),
    ]),
  );
}

function parseOption({ short, value, values, repeatable, default: fallback }: OptionSpec) {
  const named = short === undefined ? {} : { short };
  if (value === undefined && values === undefined) return { type: "boolean", default: false, ...named };
  const many = repeatable ? { multiple: true, default: [] } : fallback === undefined ? {} : { default: fallback };
  return { type: "string", ...named, ...many };
}

/** An option as it is written in help: `-o, --out FOLDER`, `--format text|json`, `--events[=FILE]`. */
export function optionText(name: string, { short, value, values, optionalValue }: OptionSpec): string {
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
