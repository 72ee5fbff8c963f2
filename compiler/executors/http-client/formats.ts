import type { FormattedText } from "../../nouns/formatted-text.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import { constantText, formattedOptions, optionOf } from "../../tree/plan-option.ts";

/** The texts of a request in which values have places of their own. */
export function httpFormats(action: PlanAction): readonly FormattedText[] {
  const tls = optionOf(action, "tls");
  const form = optionOf(action, "form");
  const files = [
    ...["ca", "cert", "key"].flatMap((name) => entriesOf(tls, name)),
    ...(form === undefined ? [] : filesOf(form)),
  ];
  return [
    ...formattedOptions(action, "url", "url", "proxy"),
    ...formattedOptions(action, "header", "headers"),
    ...bodyOf(action),
    ...files.map((text): FormattedText => ({ format: "path", text })),
  ];
}

/** What the header says of the body; without one, a text with the brackets of JSON is meant as that. */
function bodyOf(action: PlanAction): readonly FormattedText[] {
  const body = optionOf(action, "body");
  if (body?.kind !== "template") return [];
  const headers = optionOf(action, "headers");
  const type =
    headers?.kind === "map" ? headers.entries.find(({ key }) => /^content-type$/i.test(key))?.value : undefined;
  const [first] = body.parts;
  const looksLikeJson = typeof first === "string" && /^\s*[[{]/.test(first);
  if (type === undefined) return looksLikeJson ? [{ format: "json", text: body }] : [];
  const written = constantText(type) ?? "";
  if (/\bjson\b/i.test(written)) return [{ format: "json", text: body }];
  return /\bx-www-form-urlencoded\b/i.test(written) ? [{ format: "form", text: body }] : [];
}

/** The paths of the files in a form. */
function filesOf(form: PlanValue): readonly PlanValue[] {
  if (form.kind !== "map") return [];
  return form.entries.flatMap(({ value }) =>
    (value.kind === "list" ? value.items : [value]).flatMap((field) => entriesOf(field, "file")),
  );
}

function entriesOf(map: PlanValue | undefined, name: string): readonly PlanValue[] {
  return map?.kind === "map" ? map.entries.flatMap(({ key, value }) => (key === name ? [value] : [])) : [];
}
