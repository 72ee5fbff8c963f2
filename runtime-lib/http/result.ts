import type { Headers } from "./message.ts";

/** An answer. */
export interface HttpResult {
  readonly statusCode: number;
  /** Names in lower case. */
  readonly headers: Headers;
  /** Parsed where the content type says JSON, else text. */
  // biome-ignore lint/suspicious/noExplicitAny: what it is, only the run knows; emitted code reads its fields
  readonly body: any;
}
