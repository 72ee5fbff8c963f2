import { type CommandLine, readCommandLine } from "../../../runtime-lib/command/options.ts";
import type { InputDefinition } from "../../../runtime-lib/run/definition.ts";
import { InvalidInput } from "../../../runtime-lib/run/errors.ts";
import type { LoadedBundle } from "../shared/bundle-cache.ts";
import { UsageError } from "../shared/context.ts";

/** Inputs by their names, as far as they are known. */
export type Inputs = Readonly<Record<string, unknown>>;

interface Description {
  readonly inputs: readonly InputDefinition[];
  readonly routes: readonly unknown[];
}

/**
 * The inputs that a run with these arguments would have, defaults too: the bundle prepares one, and stops before anything
 * runs. Throws UsageError for what the run would refuse. Of a server that waits for requests nothing is known.
 */
export async function knownInputs(bundle: LoadedBundle, argv: readonly string[]): Promise<Inputs> {
  const { inputs: declared, routes } = bundle.describe as Description;
  const server = routes.length > 0;
  const line = asUsage(() => readCommandLine({ inputs: declared, server }, argv));
  if (server && line.request === undefined && line.only === undefined) return {};
  return (await prepared(bundle, line)) ?? { ...defaultsOf(declared), ...line.inputs };
}

function asUsage(read: () => CommandLine): CommandLine {
  try {
    return read();
  } catch (error) {
    throw error instanceof InvalidInput ? new UsageError(error.message) : error;
  }
}

/** Undefined where the run would fail before its inputs are complete, as for an environment variable that is not set. */
async function prepared(
  bundle: LoadedBundle,
  { inputs, file, request, only }: CommandLine,
): Promise<Inputs | undefined> {
  let found: Inputs | undefined;
  const journal = {
    begin: ({ state }: { readonly state: { readonly inputs: Inputs } }) => {
      found = { ...state.inputs };
      throw new Error("a dry run ends here");
    },
  };
  try {
    await bundle.run({ inputs, file, request, only, journal });
  } catch (error) {
    // The bundle has a class of its own.
    const { name, message } = error as Error;
    if (name === "InvalidInput") throw new UsageError(message);
  }
  return found;
}

function defaultsOf(declared: readonly InputDefinition[]): Inputs {
  return Object.fromEntries(declared.map(({ name, default: fallback }) => [name, fallback]));
}
