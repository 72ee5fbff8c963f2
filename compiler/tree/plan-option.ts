import type { FormattedText, TextFormat } from "../nouns/formatted-text.ts";
import type { PlanAction } from "../nouns/plan-resource.ts";
import type { PlanValue } from "../nouns/plan-value.ts";

/** The value of one option, where it is given. */
export function optionOf(action: PlanAction, key: string): PlanValue | undefined {
  return action.options.find((option) => option.key === key)?.value;
}

/** These options, as far as they are given, as texts of one format. */
export function formattedOptions(
  action: PlanAction,
  format: TextFormat,
  ...keys: readonly string[]
): readonly FormattedText[] {
  return keys.flatMap((key) => {
    const text = optionOf(action, key);
    return text === undefined ? [] : [{ format, text }];
  });
}

/** The text of a value, where no run can change it. */
export function constantText(value: PlanValue | undefined): string | undefined {
  return value?.kind === "constant" ? String(value.value) : undefined;
}

/** The text of an option as descriptions have it: `dynamic` where only a run knows it, nothing where it is not given. */
export function describedOption(action: PlanAction, key: string): readonly string[] {
  const value = optionOf(action, key);
  return value === undefined ? [] : [describedText(value)];
}

/** The text of a value as descriptions have it: `dynamic` where only a run knows it. */
export function describedText(value: PlanValue): string {
  return constantText(value) ?? "dynamic";
}

/** The host as requests take it from a URL, where the text holds all of it; else `dynamic`. */
export function describedHost(url: PlanValue | undefined): string {
  const first = url?.kind === "template" ? url.parts[0] : undefined;
  const text = url?.kind === "constant" ? `${url.value}/` : typeof first === "string" ? first : "";
  const [start = ""] = /^https?:\/\/[^/\\?#]*[/\\?#]/i.exec(text) ?? [];
  return URL.canParse(start) ? new URL(start).host : "dynamic";
}

/** Whether a text is there and not empty, whatever a run brings. */
export function isGiven(value: PlanValue | undefined): boolean {
  return value?.kind === "constant" && value.value !== "";
}
