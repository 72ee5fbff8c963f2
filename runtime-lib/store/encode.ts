import { FlowDate, fromEpoch } from "../dates/date.ts";
import { FlowDuration } from "../dates/duration.ts";
import { readyDates } from "../dates/functions.ts";
import { NamedNumber } from "../dates/named-number.ts";
import { FlowZone, fixedZone, loadZone } from "../dates/zone.ts";
import { isGrouped, isPlainMap, keysOf, type MapKey, mapOfEntries, mapOfGroups } from "../functions/keyed-map.ts";

/** What JSON has no form for is a map with this one key, and the kind and what it holds as a list. */
const tag = "$flowc";

/** What stands for a text where it holds a secret: its own tag, or a masked text. */
type EncodeText = (text: string) => unknown;

/** A value as text from which a later process reads the same value: JSON, with what JSON has no form for tagged. */
export function encode(value: unknown, encodeText: EncodeText = (text) => text): string {
  return JSON.stringify(isJson(value, encodeText) ? value : toData(value, encodeText)) ?? "null";
}

/** True for what JSON has a form for, as it has for most results: it is not copied. */
function isJson(value: unknown, encodeText: EncodeText): boolean {
  switch (typeof value) {
    case "string":
      return encodeText(value) === value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      return value === null || isJsonObject(value, encodeText);
    default:
      return typeof value === "boolean" || value === undefined;
  }
}

function isJsonObject(value: object, encodeText: EncodeText): boolean {
  if (Array.isArray(value)) return value.every((item) => isJson(item, encodeText));
  // What else a map is beside its entries is kept under symbols.
  if (!isPlainMap(value) || Object.getOwnPropertySymbols(value).length > 0) return false;
  for (const key in value) {
    if (isOwnKey(key) || encodeText(key) !== key || !isJson(value[key], encodeText)) return false;
  }
  return true;
}

/** Keys that mean something else in what is read back. */
function isOwnKey(key: MapKey): boolean {
  return key === tag || key === "__proto__";
}

/** The value again. `secret` gives what a secret stands for, by the name of its environment variable. */
export function decode(text: string, secret: (name: string) => string): unknown {
  return fromData(JSON.parse(text), secret);
}

/** What stands for a text in which secrets are left out: pieces of it, and between them names of variables. */
export function sealed(pieces: readonly (string | readonly [name: string])[]): unknown {
  return tagged("secret", pieces);
}

function tagged(kind: string, held: unknown): unknown {
  return { [tag]: [kind, held] };
}

function toData(value: unknown, encodeText: EncodeText): unknown {
  switch (typeof value) {
    case "string":
      return encodeText(value);
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? value : tagged("number", numberText(value));
    case "bigint":
      return tagged("bigint", String(value));
    case "object":
      return value === null ? null : objectToData(value, encodeText);
    default:
      return value;
  }
}

function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function objectToData(value: object, encodeText: EncodeText): unknown {
  if (Array.isArray(value)) return value.map((item) => toData(item, encodeText));
  if (value instanceof Uint8Array) return tagged("bytes", Buffer.from(value).toString("base64"));
  if (value instanceof FlowDuration) return tagged("duration", String(value.length));
  if (value instanceof FlowZone) return tagged("zone", zoneData(value, 0));
  if (value instanceof FlowDate)
    return tagged("date", [String(value.epoch), ...zoneData(value.shownIn, value.epochSeconds)]);
  if (value instanceof NamedNumber) return tagged(NamedNumber.kindOf(value), [value.toJSON(), String(value)]);
  return mapToData(value, encodeText);
}

function zoneData(zone: FlowZone, seconds: number): ZoneData {
  const { offset, abbreviation } = zone.at(seconds);
  return [String(zone), offset, abbreviation];
}

type ZoneData = readonly [name: string, offset: number, abbreviation: string];

function mapToData(value: object, encodeText: EncodeText): unknown {
  const map = value as Readonly<Record<string, unknown>>;
  const keys = keysOf(map);
  const isPlain = keys.every((key) => typeof key === "string" && !isOwnKey(key));
  const texts = Object.values(map).map((inner) => toData(inner, encodeText));
  const isMasked = keys.some((key) => typeof key === "string" && encodeText(key) !== key);
  if (isPlain && !isMasked && !isGrouped(map)) return Object.fromEntries(keys.map((key, at) => [key, texts[at]]));
  const entries = keys.map((key, at) => [typeof key === "string" ? encodeText(key) : key, texts[at]]);
  return tagged(isGrouped(map) ? "groups" : "map", entries);
}

function fromData(data: unknown, secret: (name: string) => string): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => fromData(item, secret));
  const held = (data as { readonly [tag]?: readonly [string, unknown] })[tag];
  if (held !== undefined) return fromTagged(held, secret);
  return Object.fromEntries(Object.entries(data).map(([key, inner]) => [key, fromData(inner, secret)]));
}

function fromTagged([kind, held]: readonly [string, unknown], secret: (name: string) => string): unknown {
  switch (kind) {
    case "number":
      return Number(held);
    case "bigint":
      return BigInt(held as string);
    case "bytes":
      return new Uint8Array(Buffer.from(held as string, "base64"));
    case "secret":
      return (held as Parameters<typeof sealed>[0])
        .map((piece) => (typeof piece === "string" ? piece : secret(piece[0])))
        .join("");
    case "map":
    case "groups":
      return fromEntries(kind, held as readonly (readonly [unknown, unknown])[], secret);
    default:
      readyDates();
      return dateFrom(kind, held);
  }
}

function fromEntries(
  kind: "map" | "groups",
  held: readonly (readonly [unknown, unknown])[],
  secret: (name: string) => string,
): unknown {
  const entries = held.map(([key, inner]) => [fromData(key, secret) as MapKey, fromData(inner, secret)] as const);
  return kind === "map" ? mapOfEntries(entries) : mapOfGroups(entries as [MapKey, readonly unknown[]][]);
}

function dateFrom(kind: string, held: unknown): unknown {
  if (kind === "duration") return new FlowDuration(BigInt(held as string));
  if (kind === "zone") return zoneFrom(held as ZoneData, 0);
  if (kind === "date") {
    const [epoch, ...zone] = held as readonly [string, ...ZoneData];
    const date = fromEpoch(BigInt(epoch), fixedZone(...zone));
    return date.in(zoneFrom(zone, date.epochSeconds));
  }
  const [number, name] = held as readonly [number, string];
  return new NamedNumber(kind as ReturnType<typeof NamedNumber.kindOf>, number, name);
}

/** The zone of that name, where it agrees about the instant; else one that never changes. */
function zoneFrom([name, offset, abbreviation]: ZoneData, seconds: number): FlowZone {
  try {
    const zone = loadZone(name);
    if (zone.at(seconds).offset === offset) return zone;
  } catch {
    // the name of an offset
  }
  return fixedZone(name, offset, abbreviation);
}
