import { builtInManifests } from "../../compile.ts";
import { codes } from "../../nouns/codes.ts";
import { completionSpec } from "../command-table/completion.ts";
import { readArguments } from "../shared/arguments.ts";
import type { Command } from "../shared/context.ts";
import { bashCompletion } from "./bash.ts";
import type { KnownWords } from "./choices.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const scripts: Readonly<Record<string, (words: KnownWords) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `flowc completion SHELL`: prints the script by which a shell completes flowc's command lines. */
export const completion: Command = async (argv, context) => {
  const { positionals } = readArguments(completionSpec, argv);
  const components = builtInManifests(context.packageFolder, () => undefined).map(({ name }) => name);
  const script = scripts[positionals[0]];
  if (script === undefined) throw new Error(`no completion for ${positionals[0]}`);
  await context.print(script({ codes: Object.keys(codes).sort(), components }));
  return 0;
};
