import { typeOf } from "../values.ts";
import { FlowDate } from "./date.ts";
import { FlowDuration } from "./duration.ts";
import { NamedNumber } from "./named-number.ts";
import { FlowZone } from "./zone.ts";

/** The name of a value's type for messages; also of what `typeOf` takes for maps. */
export function nameOf(value: unknown): string {
  if (value instanceof FlowDate) return "date";
  if (value instanceof FlowDuration) return "duration";
  if (value instanceof FlowZone) return "timezone";
  return value instanceof NamedNumber ? "int" : typeOf(value);
}
