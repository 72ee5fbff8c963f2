/**
 * The contract with emitted modules of which some run on many machines. What evaluates expressions loads index.ts alone, and
 * with it no client of a database.
 */

export { runAsDurable } from "./durable/durable.ts";
export { durableAgent } from "./durable/durable-agent.ts";
export { durableServer } from "./durable/durable-server.ts";
export { sharedMemory } from "./durable/shared-memory.ts";
export * from "./index.ts";
