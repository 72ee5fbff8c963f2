import type { Data, Simulation } from "../../nouns/simulation.ts";
import { asMap } from "../../tree/plain-data.ts";

/** Keys that every answer may have beside those of its kind. */
export const commonKeys: readonly string[] = ["fails", "takes", "match"];

/** The place of a call without the items: `caller[2]/id[0]` as `caller/id`. */
export function placeWithoutItems(place: string): string {
  return place.replaceAll(/\[\d+\]/g, "");
}

/** The item that a call is made for, the innermost one. */
export function itemIndex(place: string): number | undefined {
  const index = [...place.matchAll(/\[(\d+)\]/g)].at(-1)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** True for a map of an answer's fields. */
export function isAnswerMap(value: unknown, { fields }: Simulation): value is Data {
  const map = asMap(value);
  const keys = Object.keys(map ?? {});
  return keys.length > 0 && keys.every((key) => commonKeys.includes(key) || Object.hasOwn(fields, key));
}

/** True for a list of answers, one after another; a list may also be the value of one answer. */
export function isSequence(value: unknown, simulation: Simulation): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  if (!simulation.bare.lists) return true;
  return value.length > 0 && value.every((one) => Array.isArray(one) || isAnswerMap(one, simulation));
}

/** The fields of an answer, given as such or as its bare value. */
export function answerFields(value: unknown, simulation: Simulation): Data {
  return isAnswerMap(value, simulation) ? value : { value };
}
