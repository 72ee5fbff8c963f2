import { startsProgram } from "../exec/starts-program.ts";
import type { WorkflowDefinition } from "./definition.ts";
import { FlowError } from "./errors.ts";

/** Put in by the bundler; not defined while running from source. */
declare const FLOWC_TARGET_WINDOWS: boolean | undefined;

/**
 * Whether this is a machine that the bundle was built for, before anything runs or listens.
 * @throws FlowError preflight where it is not
 */
export function checkMachine(definition: WorkflowDefinition): void {
  for (const check of definition.machine ?? []) check();
  if (typeof FLOWC_TARGET_WINDOWS === "undefined" || FLOWC_TARGET_WINDOWS === (process.platform === "win32")) return;
  if (!startsPrograms(definition)) return;
  const built = FLOWC_TARGET_WINDOWS ? "Windows" : "Linux and macOS";
  const message = `this bundle is built for ${built}; build with --platform ${process.platform}-${process.arch}`;
  throw new FlowError("preflight", message);
}

/** Which is all that such bundles do in another way. */
function startsPrograms({ resources, components = [] }: WorkflowDefinition): boolean {
  const all = [...resources, ...components.flatMap((component) => component.resources)];
  return all.some(({ type }) => startsProgram(type));
}
