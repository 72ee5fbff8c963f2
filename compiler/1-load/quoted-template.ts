import type { Fix } from "../diagnostic.ts";
import { type Source, span } from "../source.ts";

/**
 * Puts quotes around the value that the unquoted template on the line of `offset` is a part of. Undefined where it is
 * not plain where that value begins and ends, or where the template is not closed on its line.
 */
export function quotedTemplate(source: Source, offset: number): Fix | undefined {
  const lineStart = source.text.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = source.text.slice(lineStart).search(/\r?\n|$/) + lineStart;
  const line = source.text.slice(lineStart, lineEnd);
  const range = line.length > longest ? undefined : valueIn(line);
  if (range === undefined) return undefined;
  const value = line.slice(...range);
  const quoted = /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`;
  const at = span(source, lineStart + range[0], lineStart + range[1]);
  return { message: "quote the template", edits: [{ span: at, text: quoted }] };
}

/** Longer lines are no settings, and would take long to look through. */
const longest = 2000;
const text = `[^{}"']|"[^"]*"|'[^']*'`;
/** `{{ … }}` after a key, a dash, a comma or a bracket; before it quotes come in pairs. */
const unquoted = new RegExp(
  String.raw`(?<=^(?:[^"'#]|"[^"]*"|'[^']*')*?(?:[:,[-]\s+|\[))\{\{(?:${text}|\{(?:${text})*\})*\}\}`,
);

/** Where the value with the first unquoted template of a line lies. */
function valueIn(line: string): readonly [number, number] | undefined {
  const template = unquoted.exec(line);
  if (template === null) return undefined;
  const start = template.index;
  const end = start + template[0].length;
  if (/^\s*(?:[,\]}]|\s#|$)/.test(line.slice(end))) return [start, end];
  // Text follows: in a block map or list the value goes on to the end of the line.
  if (!/^\s*(?:-\s+)*(?:[\w-]+:\s+)?$/.test(line.slice(0, start))) return undefined;
  const rest = line.slice(start).replace(/\s+(?:#.*)?$/, "");
  return isEven(rest) ? [start, start + rest.length] : undefined;
}

function isEven(text: string): boolean {
  return text.split("{{").length === text.split("}}").length;
}
