import { didYouMean } from "../../spelling/nearest.ts";
import { componentInstallSpec, componentListSpec } from "../command-table/component.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { installComponent } from "./install.ts";
import { listComponents } from "./list.ts";

/** `flowc component install NAME|PATH|npm:PACKAGE` and `flowc component list`. */
export const component: Command = async (argv, context) => {
  const [action, ...rest] = argv;
  if (action === "install") return install(rest, context);
  if (action === "list") return list(rest, context);
  if (action === undefined) throw new UsageError("component needs install or list");
  const hint = didYouMean(action, ["install", "list"]);
  throw new UsageError(`component takes install or list, not "${action}"${hint === undefined ? "" : `; ${hint}`}`);
};

function install(argv: readonly string[], context: Context): Promise<number> {
  const { values, positionals } = readArguments(componentInstallSpec, argv);
  const [what] = positionals;
  return installComponent({ what, folder: values.dir, force: values.force }, context);
}

function list(argv: readonly string[], context: Context): Promise<number> {
  const { values } = readArguments(componentListSpec, argv);
  const { dir, format } = values;
  return listComponents({ folder: dir, format }, context);
}
