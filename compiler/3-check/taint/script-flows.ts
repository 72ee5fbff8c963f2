import { has, intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { Languages } from "../../languages/languages.ts";
import { charactersIn } from "./characters.ts";
import { codeUse } from "./code-use.ts";
import type { OptionUse } from "./commands/read-command.ts";
import { valuesIn } from "./commands/word.ts";
import type { Flow } from "./flow.ts";
import type { Hole } from "./hole.ts";
import { holesIn } from "./holes.ts";
import { placeIn } from "./place.ts";
import { pythonUse } from "./python-use.ts";
import type { ScriptText, ScriptUse } from "./script-text.ts";
import { shellUse } from "./shell-use.ts";
import type { Spliced } from "./spliced.ts";
import { decoded, startsOf, type Taint } from "./taint.ts";
import type { Tracer } from "./tracer.ts";

/** What flows are looked for with. */
export interface Follow {
  readonly tracer: Tracer;
  readonly languages: Languages;
  readonly resource: string;
}

/** Scripts in scripts are read so often; nobody writes more. */
const most = 200;

/** The flows into scripts, into those that they run in turn, and into options of the programs that they start. */
export function* flowsOfUse({ scripts, options }: ScriptUse, follow: Follow): Generator<Flow> {
  const pending = [...scripts];
  const found = [...options];
  for (let count = 0; count < most; count += 1) {
    const script = pending.shift();
    if (script === undefined) break;
    yield* holeFlows(script, follow);
    const use = script.isProgram ? undefined : useOf(script, follow.languages);
    pending.push(...(use?.scripts ?? []));
    found.push(...(use?.options ?? []));
  }
  for (const option of found) yield* optionFlows(option, follow);
}

function useOf(script: ScriptText, languages: Languages): ScriptUse | undefined {
  if (script.sink === "shell") return shellUse(script, languages);
  return script.sink === "python" ? pythonUse(script, languages) : codeUse(script);
}

function* holeFlows({ text, sink, reader, isProgram }: ScriptText, follow: Follow): Generator<Flow> {
  const values = valuesIn(text);
  if (values.length === 0) return;
  const parts = text.map((part) => (typeof part === "string" ? part : undefined));
  for (const [index, hole] of holesIn(parts, sink, follow.languages).entries()) {
    const value = values[index];
    const taints = value === undefined ? [] : taintsOf(value, follow).filter((found) => !isSanitized(found, hole));
    const taint = taints.find(({ isLost }) => !isLost) ?? taints[0];
    if (taint === undefined || value === undefined) continue;
    const choosesProgram = isProgram || (hole.inside === "program" && taint.form === "word");
    yield { ...value, sink, reader, resource: follow.resource, hole, taint, isProgram: choosesProgram };
  }
}

/** The taints of a value by the time that it is read: a shell has taken quotes away, or a script has put them on. */
function taintsOf({ expression, since }: Spliced, { tracer, resource }: Follow): readonly Taint[] {
  const taints = tracer.trace(expression, [], placeIn(resource, "run"));
  if (since === "content") return taints.flatMap(ofContent);
  if (since === "decoded") return taints.map(decoded);
  if (since === "quoted variable") return taints.map((taint) => ({ ...taint, form: "word" }));
  if (since !== "unquoted") return taints;
  return taints.map((taint) => (taint.form === "word" ? { ...taint, form: "plain" } : taint));
}

/** What a file holds that somebody else has given, whatever a check says of its path; of other files, nothing is known. */
function ofContent(taint: Taint): readonly Taint[] {
  const { root } = taint.key ?? {};
  const isGiven = root?.kind === "file" && root.name === "filepath";
  return isGiven ? [{ ...decoded(taint), source: "the content of the file" }] : [];
}

/** True where the value stays a value. JSON brings quotes of its own. */
function isSanitized({ form, chars }: Taint, { sanitizer, special }: Hole): boolean {
  if (form === sanitizer) return true;
  return intersect(chars, special).length === 0 && !(form === "json" && has(special, 0x22));
}

/** True where the value can be the option that does harm; with more of the word behind it, only one with a value of its own. */
function canBe(
  { harm, isContinued, isWritten }: Omit<OptionUse<Spliced>, "value" | "program">,
  { chars }: Taint,
): boolean {
  const [option = ""] = harm.split(/[ …]/);
  if (isContinued && !option.includes("=")) return false;
  return isWritten || [...option].every((character) => has(chars, character.codePointAt(0) ?? 0));
}

/** The characters with which a word can begin that it gives: of one that a shell splits, any word. */
function startsIn(taint: Taint, { isSplit }: Spliced): CharSet {
  return isSplit && has(taint.chars, 0x20) ? taint.chars : startsOf(taint);
}

const dash: Hole = { special: charactersIn("-"), sanitizer: undefined, inside: "code" };

function* optionFlows({ value, program, ...option }: OptionUse<Spliced>, follow: Follow): Generator<Flow> {
  const { resource } = follow;
  if (option.isValue && !value.isSplit) return;
  const isReached = (found: Taint) => !option.isValue || has(found.chars, 0x20);
  const taint = taintsOf(value, follow)
    .filter(isReached)
    .find((found) => (option.isWritten || has(startsIn(found, value), 0x2d)) && canBe(option, found));
  if (taint === undefined) return;
  yield { ...value, sink: "option", reader: program, resource, hole: dash, taint, isProgram: false, option };
}
