import { didYouMean } from "../../spelling/nearest.ts";
import { type Command, UsageError } from "../shared/context.ts";

/** Loaded when called. */
const actions: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import("./list.ts")).list,
  show: async () => (await import("./show.ts")).show,
  resume: async () => (await import("./resume.ts")).resume,
  fork: async () => (await import("./fork.ts")).fork,
  cancel: async () => (await import("./cancel.ts")).cancel,
  rm: async () => (await import("./remove.ts")).remove,
  prune: async () => (await import("./remove.ts")).prune,
};

/** `flowc runs [list|show|resume|fork|cancel|rm|prune]`. */
export const runs: Command = async (argv, context) => {
  const [name = "list", ...rest] = argv;
  // Options alone are those of the list.
  if (name.startsWith("-")) return (await import("./list.ts")).list(argv, context);
  const load = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (load !== undefined) return (await load())(rest, context);
  const names = Object.keys(actions);
  const hint = didYouMean(name, names);
  const list = names.join(", ").replace(/, (?=[^,]+$)/, " or ");
  throw new UsageError(`runs takes ${list}, not "${name}"${hint === undefined ? "" : `; ${hint}`}`);
};
