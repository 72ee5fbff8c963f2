import { mcpVerb } from "./mcp-verb.ts";
import type { DurableParts } from "./verb.ts";

/** Emitted modules of the target dbos-mcp name it, so that it is in no other bundle. */
export const durableAgent: DurableParts = { verb: mcpVerb };
