import { server } from "../serve/server.ts";
import { serveVerb } from "./serve-verb.ts";
import type { DurableParts } from "./verb.ts";

/** Emitted modules of server workflows that run on many machines name it, so that it is in no other bundle. */
export const durableServer: DurableParts = { server, verb: serveVerb };
