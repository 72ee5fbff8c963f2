import type { DataFile, Effects } from "../../nouns/executor.ts";
import type { FormattedText } from "../../nouns/formatted-text.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import { constantText, describedOption, describedText, formattedOptions, optionOf } from "../../tree/plan-option.ts";

/** True for the built-in memory, the one component that is a function of the runtime library. */
export function isMemory({ runtime }: PlanAction): boolean {
  return runtime === "memory";
}

/** The key and the file that the memory is asked for. */
export function memoryEffects(action: PlanAction): Effects {
  if (!isMemory(action)) return {};
  const path = optionOf(action, "dbPath");
  return { memory: describedOption(action, "key"), files: [path === undefined ? defaultPath : describedText(path)] };
}

/** The path of the memory. */
export function memoryFormats(action: PlanAction): readonly FormattedText[] {
  return isMemory(action) ? formattedOptions(action, "path", "dbPath") : [];
}

/** Whether the memory is only looked at. What the resources of another component do counts by itself. */
export function memoryOnlyReads(action: PlanAction): boolean {
  return !isMemory(action) || constantText(optionOf(action, "action")) === "retrieve";
}

/** The file of the memory, and the one that it has by itself. */
export function memoryFiles(action: PlanAction): readonly DataFile[] {
  if (!isMemory(action)) return [];
  const path = optionOf(action, "dbPath");
  const own = path === undefined ? defaultPath : constantText(path)?.trim();
  return [defaultPath, own].map((file) => ({ kind: "memory", path: file }));
}

const defaultPath = "~/.flowc/memory.db";
