import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./context.ts";

/** `util.parseArgs`, strict, with its errors as usage errors of one sentence. */
export function readArguments<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const message = (error as Error).message.split(". ")[0] ?? "";
    throw new UsageError(message.charAt(0).toLowerCase() + message.slice(1));
  }
}
