import { codes } from "../codes.ts";
import { builtInManifests } from "../compile.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { completionSpec } from "./command-table/completion.ts";
import { bashCompletion } from "./completion/bash.ts";
import type { KnownWords } from "./completion/choices.ts";
import { fishCompletion } from "./completion/fish.ts";
import { zshCompletion } from "./completion/zsh.ts";
import { print } from "./context.ts";

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
  await print(script({ codes: Object.keys(codes).sort(), components }));
  return 0;
};
