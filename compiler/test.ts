import { newContext } from "./cli/cli.ts";
import { standardOutput } from "./cli/shared/standard-output.ts";
import { simulator } from "./cli/test/simulator.ts";
import type { simulate as declared } from "./testing/api.d.ts";

/** What `flowc/test` exports, for those who test workflows beside programs: its types are those of `testing/api.d.ts`. */
export const simulate: typeof declared = simulator(newContext(import.meta.dirname, process, standardOutput));
