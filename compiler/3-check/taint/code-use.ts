import { type CodeReader, codeReaders, type Run } from "./commands/code-readers.ts";
import { valuesIn, type Word } from "./commands/word.ts";
import { type Given, noUse, type ScriptText, type ScriptUse } from "./script-text.ts";
import { contentOf, onlyValues, type Spliced, since } from "./spliced.ts";

/**
 * What a script of awk, Perl, JavaScript, Ruby or PHP runs of the values that it finds beside its text. These are not
 * parsed: a value counts where its name stands in a call that runs a text, or in what is assigned to a name there.
 */
export function codeUse({ sink, text, given }: ScriptText): ScriptUse {
  const reader = Object.hasOwn(codeReaders, sink) ? codeReaders[sink] : undefined;
  if (reader === undefined || !mayUse(given)) return noUse;
  const written = text.map((part) => (typeof part === "string" ? part : " ")).join("");
  const scripts = reader.runs.flatMap((run) =>
    [...written.matchAll(run.pattern)].flatMap((match): readonly ScriptText[] => {
      const values = valuesOf(regionOf(match, run, written), written, { reader, given });
      if (values.length === 0) return [];
      const language = run.language ?? reader.language;
      return [{ sink: language, reader: run.name, text: since(values, "variable"), isProgram: false, given }];
    }),
  );
  return { scripts, options: [] };
}

function mayUse({ variables, arguments: own, input }: Given): boolean {
  return [input, ...variables.values(), ...own].some((word) => valuesIn(word).length > 0);
}

/** What a match runs: what it has captured, else the first argument of the call that it begins. */
function regionOf(match: RegExpExecArray, { whole }: Run, text: string): string {
  if (match[1] !== undefined) return match[1];
  const from = (match.index ?? 0) + match[0].length;
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (/[([{]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character)) depth -= 1;
    const isEnd = depth < 0 || (depth === 0 && /[;\n]/.test(character)) || (depth === 0 && !whole && character === ",");
    if (isEnd) return text.slice(from, index);
  }
  return text.slice(from);
}

interface Reading {
  readonly reader: CodeReader;
  readonly given: Given;
}

/** The values that a piece of the script reads, by the names in it too. */
function valuesOf(piece: string, script: string, { reader, given }: Reading): Word<Spliced> {
  const seen = new Set<string>();
  const pending = [piece];
  const found: Word<Spliced>[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(ownValues(next, reader, given));
    for (const [name] of next.matchAll(/[A-Za-z_]\w*/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      pending.push(...assignmentsOf(name, script));
      if (reader.readsVariables) found.push(given.variables.get(name) ?? []);
    }
  }
  return onlyValues(found.flat());
}

function assignmentsOf(name: string, script: string): readonly string[] {
  const assigned = new RegExp(`(?<![\\w.])${name}\\s*(?:\\.|\\+|:)?=(?![=~])\\s*([^;\\n}]*)`, "g");
  return [...script.matchAll(assigned)].map(([, value = ""]) => value);
}

function ownValues(piece: string, { variable, argument, input }: CodeReader, given: Given): Word<Spliced> {
  const named = [...piece.matchAll(variable)].flatMap(([, name = ""]) => given.variables.get(name) ?? []);
  const own = given.arguments.flat();
  const read = input.test(piece) ? [...given.input, ...contentOf(own)] : [];
  return [...named, ...(argument.test(piece) ? own : []), ...read];
}
