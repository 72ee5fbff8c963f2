import { type Code, codes } from "../../nouns/codes.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { explainSpec } from "../command-table/explain.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, UsageError } from "../shared/context.ts";

/** `flowc explain CODE`: what a diagnostic means, with a bad and a good example; without a code, the list of them. */
export const explain: Command = async (argv, { print }) => {
  const { positionals } = readArguments(explainSpec, argv);
  const [code] = positionals;
  if (code === undefined) await print(list());
  else if (isCode(code)) await print(await page(code));
  else throw new UsageError(`unknown code "${code}"; ${didYouMean(code, Object.keys(codes)) ?? "see flowc explain"}`);
  return 0;
};

function isCode(text: string): text is Code {
  return Object.hasOwn(codes, text);
}

function list(): string {
  const names = Object.keys(codes) as Code[];
  const width = Math.max(...names.map((name) => name.length));
  const line = (name: Code) => `${name.padEnd(width)}  ${codes[name].severity.padEnd(7)}  ${codes[name].title}`;
  return names.sort().map(line).join("\n");
}

async function page(code: Code): Promise<string> {
  const { explanations } = await import("../../report/explanations/table.ts");
  const { severity, title } = codes[code];
  const { text, examples } = explanations[code];
  const parts = [`${severity} [${code}]: ${title}`, indented(text, "  ")];
  if (examples !== undefined) parts.push("bad:", indented(examples.bad), "good:", indented(examples.good));
  return parts.join("\n\n");
}

function indented(text: string, by = "    "): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, by);
}
