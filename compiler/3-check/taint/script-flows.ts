import { has, intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { Languages } from "../../languages/languages.ts";
import type { Sink } from "../../nouns/sink.ts";
import { valuesIn, type Word } from "./commands/word.ts";
import type { Flow } from "./flow.ts";
import type { Hole } from "./hole.ts";
import { holesIn } from "./holes.ts";
import { placeIn } from "./place.ts";
import type { Spliced } from "./spliced.ts";
import type { Taint } from "./taint.ts";
import type { Tracer } from "./tracer.ts";

/** A text that is read as a program. */
export interface ScriptText extends Pick<Flow, "reader" | "resource" | "isProgram"> {
  readonly sink: Sink;
  readonly text: Word<Spliced>;
}

/** What flows are looked for with. */
export interface Follow {
  readonly tracer: Tracer;
  readonly languages: Languages;
}

/** The flows into one script, in the order of its templates. */
export function* scriptFlows({ text, ...script }: ScriptText, { tracer, languages }: Follow): Generator<Flow> {
  const values = valuesIn(text);
  if (values.length === 0) return;
  const parts = text.map((part) => (typeof part === "string" ? part : undefined));
  for (const [index, hole] of holesIn(parts, script.sink, languages).entries()) {
    const value = values[index];
    const taints = value === undefined ? [] : tracer.trace(value.expression, [], placeIn(script.resource, "run"));
    const taint = taints.find((found) => !isSanitized(found, hole));
    if (taint === undefined || value === undefined) continue;
    const isProgram = script.isProgram || (hole.inside === "program" && taint.form === "word");
    yield { ...script, ...value, hole, taint, isProgram };
  }
}

/** True where the value stays a value. JSON brings quotes of its own. */
function isSanitized({ form, chars }: Taint, { sanitizer, special }: Hole): boolean {
  if (form === sanitizer) return true;
  return intersect(chars, special).length === 0 && !(form === "json" && has(special, 0x22));
}
