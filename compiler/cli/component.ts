import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { installComponent } from "./component-install.ts";
import { listComponents } from "./component-list.ts";
import { type Context, UsageError } from "./context.ts";

/** `flowc component install NAME|PATH|npm:PACKAGE` and `flowc component list`. */
export const component: Command = async (argv, context) => {
  const [action, ...rest] = argv;
  if (action === "install") return install(rest, context);
  if (action === "list") return list(rest, context);
  if (action === undefined) throw new UsageError("component needs install or list");
  throw new UsageError(`component takes install or list, not "${action}"`);
};

function install(args: readonly string[], context: Context): Promise<number> {
  const { values, positionals } = readArguments({
    args: [...args],
    options: { dir: { type: "string", default: "." }, force: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [what, second] = positionals;
  if (what === undefined || what === "")
    throw new UsageError("install needs the name of a component, a folder or npm:PACKAGE");
  if (second !== undefined) throw new UsageError(`install takes one component, found "${what}" and "${second}"`);
  return installComponent({ what, folder: values.dir, force: values.force }, context);
}

function list(args: readonly string[], context: Context): Promise<number> {
  const { values, positionals } = readArguments({
    args: [...args],
    options: { dir: { type: "string", default: "." }, format: { type: "string", default: "text" } },
    allowPositionals: true,
  });
  const { dir, format } = values;
  if (positionals[0] !== undefined) throw new UsageError(`list takes no name, found "${positionals[0]}"`);
  if (format !== "text" && format !== "json") throw new UsageError(`--format takes text or json, not "${format}"`);
  return listComponents({ folder: dir, format }, context);
}
