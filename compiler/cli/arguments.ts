import { type ParseArgsConfig, parseArgs } from "node:util";
import { didYouMean } from "../nearest.ts";
import { UsageError } from "./context.ts";

/** `util.parseArgs`, strict, with its errors as usage errors of one sentence. */
export function readArguments<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const message = (error as Error).message.split(". ")[0] ?? "";
    const flag = /Unknown option '([^']+)'/.exec(message)?.[1];
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    const hint = flag === undefined ? undefined : didYouMean(flag, known);
    throw new UsageError(message.charAt(0).toLowerCase() + message.slice(1) + (hint === undefined ? "" : `; ${hint}`));
  }
}
