import { findExecutor } from "../executors/list.ts";
import type { ExecutorSyntax, ResourceSyntax } from "../nouns/resource-syntax.ts";
import type { Scripts } from "../nouns/script-file.ts";
import type { ComponentSyntax } from "../nouns/syntax.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";
import type { Language } from "./languages.ts";

/** What a workflow or a component is made of, as far as languages go. */
interface Resources {
  readonly resources: readonly ResourceSyntax[];
  readonly components: ReadonlyMap<string, ComponentSyntax | undefined>;
  readonly scripts: Scripts;
}

/** The languages of a workflow's scripts and of its components', and those that scripts may start interpreters of. */
export function neededLanguages({ resources, components, scripts }: Resources): ReadonlySet<Language> {
  const inner = [...components.values()].flatMap((component) =>
    component === undefined ? [] : [...neededLanguages({ ...component, resources: component.body.resources })],
  );
  const files = [...scripts.values()].flatMap((file) => (file.kind === "text" ? [file.text] : []));
  const own = resources.flatMap(({ executors }) => executors.flatMap((executor) => languagesOf(executor, files)));
  return new Set([...inner, ...own]);
}

/** Where one of these stands in a text, it may start an interpreter. */
const mentions: readonly (readonly [Language, RegExp])[] = [
  ["shell", /system|popen|subprocess|spawn|\bexec|\bsh\b/],
  ["python", /python/],
];

function languagesOf({ key, fields }: ExecutorSyntax, files: readonly string[]): readonly Language[] {
  const sinks = Object.values(findExecutor(key)?.fields ?? {}).flatMap(({ sink }) => sink ?? []);
  const own = mentions.flatMap(([language]) => (sinks.some((sink) => sink === language) ? [language] : []));
  if (own.length === 0) return [];
  const texts = [...files, ...[...fields.values()].flatMap(textsIn)];
  return [
    ...own,
    ...mentions.flatMap(([language, pattern]) => (texts.some((text) => pattern.test(text)) ? [language] : [])),
  ];
}

function textsIn(value: ValueSyntax): readonly string[] {
  switch (value.kind) {
    case "literal":
      return [String(value.value)];
    case "template":
      return value.parts.filter((part) => typeof part === "string");
    case "list":
      return value.items.flatMap(textsIn);
    case "map":
      return value.entries.flatMap((entry) => textsIn(entry.value));
    default:
      return [];
  }
}
