import { type Code, codes } from "../nouns/codes.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { Level, Levels } from "../nouns/levels.ts";
import type { LoadedFile } from "../nouns/loaded.ts";
import { field, headSpan } from "./fields.ts";
import { validateShape } from "./validate-shape.ts";

/** The levels that a flowc.config.yaml gives to codes. What is wrong in it is reported and left out. */
export function parseConfig({ documents }: LoadedFile, report: Report): Levels {
  const [document, second] = documents;
  if (second !== undefined) report("schema", headSpan(second), "a second document: a configuration has only one");
  if (document === undefined) return new Map();
  const { unreadable } = validateShape("config", document, report);
  const rules = document.kind === "map" ? field(document, "rules") : undefined;
  if (rules?.kind !== "map" || unreadable.includes("/rules")) return new Map();
  const read = rules.entries.filter(({ key }) => Object.hasOwn(codes, key) && !unreadable.includes(`/rules/${key}`));
  return new Map(
    read.flatMap(({ key, value }) => (value.kind === "scalar" ? [[key as Code, value.value as Level] as const] : [])),
  );
}
