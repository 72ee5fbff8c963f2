import { createHash } from "node:crypto";
import { instant } from "../run/effects.ts";
import type { StepContext } from "../run/step-context.ts";
import type { HttpRequest } from "./message.ts";
import type { HttpResult } from "./result.ts";

/** How long an answer stands in for the next one. */
export interface CacheSettings {
  readonly ttlMs: number;
  /** What identifies a request, instead of all it says. */
  readonly key?: string;
}

interface Entry {
  readonly until: number;
  readonly result: HttpResult;
}

/** Answers are kept in this process only: in a server workflow from request to request, otherwise for one run. */
const entries = new Map<string, Entry>();
const MOST_ENTRIES = 1000;

/** A run whose world is not the real one keeps its answers to itself. */
function entriesOf({ effects, shared }: StepContext): Map<string, Entry> {
  if (effects === undefined) return entries;
  const own = (shared?.get(entries) as Map<string, Entry> | undefined) ?? new Map<string, Entry>();
  shared?.set(entries, own);
  return own;
}

/** The name of a request in the cache. Headers are part of it: they say on whose behalf is asked. */
export function cacheKey({ method, url, headers, body }: HttpRequest, { key }: CacheSettings): string | undefined {
  if (key !== undefined) return `key ${key}`;
  const content = body?.content;
  if (typeof content === "function") return undefined;
  const asked = createHash("sha256").update(JSON.stringify([method, url.href, headers]));
  return asked.update(content ?? "").digest("base64");
}

/** The answer of an earlier request, unless it is too old. */
export function cached(step: StepContext, key: string | undefined): HttpResult | undefined {
  const entries = entriesOf(step);
  const entry = key === undefined ? undefined : entries.get(key);
  if (entry === undefined || entry.until > instant(step)) return entry?.result;
  if (key !== undefined) entries.delete(key);
  return undefined;
}

/** Keeps a good answer; the oldest one goes where there are too many. */
export function keep(
  step: StepContext,
  key: string | undefined,
  { result, ttlMs }: Pick<Entry, "result"> & CacheSettings,
): void {
  if (key === undefined || result.statusCode < 200 || result.statusCode > 299) return;
  const entries = entriesOf(step);
  entries.delete(key);
  entries.set(key, { until: instant(step) + ttlMs, result });
  const [oldest] = entries.keys();
  if (entries.size > MOST_ENTRIES && oldest !== undefined) entries.delete(oldest);
}
