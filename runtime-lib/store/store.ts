import type { RunStore } from "../command/run-store.ts";
import { storeFlags } from "./flags.ts";
import { keepOptionsOf } from "./keep-options.ts";
import { keptStart } from "./kept-start.ts";
import { recordable } from "./recordable.ts";
import { servedStart } from "./served-start.ts";

/** Emitted modules name it where they are built with it, so that it is in no other bundle. */
export const store: RunStore = {
  flags: storeFlags,
  keepOptions: (values, server) => keepOptionsOf(values as Parameters<typeof keepOptionsOf>[0], server),
  keptStart,
  servedStart,
  recordable,
};
