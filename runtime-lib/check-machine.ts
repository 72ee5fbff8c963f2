import type { WorkflowDefinition } from "./definition.ts";
import { FlowError } from "./errors.ts";

/** Put in by the bundler; not defined while running from source. */
declare const FLOWC_TARGET_WINDOWS: boolean | undefined;

/**
 * Whether this is a machine that the bundle was built for, before anything runs or listens.
 * @throws FlowError preflight where it is not
 */
export function checkMachine(definition: WorkflowDefinition): void {
  if (typeof FLOWC_TARGET_WINDOWS !== "undefined" && FLOWC_TARGET_WINDOWS !== (process.platform === "win32")) {
    checkPrograms(definition, FLOWC_TARGET_WINDOWS);
  }
  for (const check of definition.machine ?? []) check();
}

/** Starting programs is all that differs between the two. */
function checkPrograms({ resources, components = [] }: WorkflowDefinition, windows: boolean): void {
  const all = [...resources, ...components.flatMap((component) => component.resources)];
  if (!all.some(({ type }) => type === "exec" || type === "python")) return;
  const built = windows ? "Windows" : "Linux and macOS";
  const needed = windows ? "without --platform win32-…" : `with --platform win32-${process.arch}`;
  throw new FlowError("preflight", `this bundle is built to start programs on ${built}; here build ${needed}`);
}
