import type { runAsDurable as run } from "./durable.ts";
import type { sharedMemory as memory } from "./shared-memory.ts";

/** `runAsDurable`, whose libraries are loaded with the first call: what else uses the runtime library needs none of them. */
export async function runAsDurable(...given: Parameters<typeof run>): ReturnType<typeof run> {
  const durable = await import("./durable.ts");
  return durable.runAsDurable(...given);
}

/** `sharedMemory`, in the same way. */
export async function sharedMemory(...given: Parameters<typeof memory>): ReturnType<typeof memory> {
  const shared = await import("./shared-memory.ts");
  return shared.sharedMemory(...given);
}
