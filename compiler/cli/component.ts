import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "./cli.ts";
import { print, say, UsageError } from "./context.ts";

/** `flowc component install NAME` and `list`: in this release all components are built in. */
export const component: Command = async (argv, context) => {
  const [action, name, ...rest] = argv;
  const builtIn = readdirSync(join(context.packageFolder, "components")).sort();
  if (action === "list" && name === undefined) {
    await print(builtIn.map((item) => `${item}  built in`).join("\n"));
    return 0;
  }
  if (action !== "install" || name === undefined || rest.length > 0)
    throw new UsageError("usage: flowc component install NAME, or flowc component list");
  if (!builtIn.includes(name)) {
    say(`error: unknown component "${name}"; known: ${builtIn.join(", ")}`);
    return 1;
  }
  await print(`${name} is built in: nothing to install`);
  return 0;
};
