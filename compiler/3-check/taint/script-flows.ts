import { has, intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { Sink } from "../../nouns/executor.ts";
import type { ScriptLanguage } from "./commands/program-spec.ts";
import type { Word } from "./commands/word.ts";
import type { Flow } from "./flow.ts";
import { CodeReader } from "./languages/code.ts";
import type { Hole, Reader } from "./languages/language.ts";
import { PythonReader } from "./languages/python.ts";
import { ShellReader } from "./languages/shell.ts";
import { SqlReader } from "./languages/sql.ts";
import { placeIn } from "./place.ts";
import type { Spliced } from "./spliced.ts";
import type { Taint } from "./taint.ts";
import type { Tracer } from "./tracer.ts";

/** A text that is read as a program. */
export interface ScriptText extends Pick<Flow, "reader" | "resource" | "isProgram"> {
  readonly sink: Sink | ScriptLanguage;
  readonly text: Word<Spliced>;
}

/** The flows into one script, in the order of its templates. */
export function* scriptFlows({ text, ...script }: ScriptText, tracer: Tracer): Generator<Flow> {
  const reader = readerOf(script.sink);
  for (const part of text) {
    if (typeof part === "string") reader.read(part);
    else {
      const hole = reader.hole();
      const taints = tracer.trace(part.expression, [], placeIn(script.resource, "run"));
      const taint = taints.find((found) => !isSanitized(found, hole));
      if (taint !== undefined) yield { ...script, ...part, hole, taint };
    }
  }
}

function readerOf(language: Sink | ScriptLanguage): Reader {
  switch (language) {
    case "shell":
      return new ShellReader();
    case "python":
      return new PythonReader();
    case "sql":
      return new SqlReader();
    default:
      return new CodeReader();
  }
}

/** True where the value stays a value. JSON brings quotes of its own. */
function isSanitized({ form, chars }: Taint, { sanitizer, special }: Hole): boolean {
  if (form === sanitizer) return true;
  return intersect(chars, special).length === 0 && !(form === "json" && has(special, 0x22));
}
