import type { EventSink } from "./events.ts";

/** A sink that hands each event to the first, then to the second; undefined where there is none. */
export function both(first: EventSink | undefined, second: EventSink | undefined): EventSink | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (event) => {
    first(event);
    second(event);
  };
}
