import { keptStart } from "./kept-start.ts";

/** What a bundle that can keep its runs has beside all others. */
export interface RunStore {
  readonly keptStart: typeof keptStart;
}

/** Emitted modules name it where they are built with it, so that it is in no other bundle. */
export const store: RunStore = { keptStart };
