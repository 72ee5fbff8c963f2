import { chatSpans } from "../chat/spans.ts";
import { execSpans } from "../exec/spans.ts";
import { httpSpans } from "../http/spans.ts";
import { memorySpans } from "../memory/spans.ts";
import { pythonSpans } from "../python/spans.ts";
import { sqlSpans } from "../sql/spans.ts";
import type { CallSpans } from "./call-spans.ts";

/** The spans of each executor, by the key of its block; of what is not here there are none. */
export const callKinds: Readonly<Record<string, CallSpans>> = {
  chat: chatSpans,
  exec: execSpans,
  httpClient: httpSpans,
  memory: memorySpans,
  python: pythonSpans,
  sql: sqlSpans,
};
