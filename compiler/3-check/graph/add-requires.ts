import type { Edit, Fix } from "../../nouns/diagnostic.ts";
import type { MapEntry, MapNode, Node } from "../../nouns/node.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import { type Span, span } from "../../nouns/source.ts";
import { isPlainWord } from "../../spelling/fixes.ts";

/**
 * Adds an id to the `requires` of a resource, in the style of the list that is there; where there is none, below the
 * names of the resource. Undefined where the list comes from an alias or a merge, or stands in a way that is not clear.
 */
export function addRequires({ node }: ResourceSyntax, id: string): Fix | undefined {
  if (!isPlainWord(id)) return undefined;
  const edit = inList(requiresOf(node), node, id);
  return edit && { message: `add "${id}" to requires`, edits: [edit] };
}

/** The entry at the top, else the one in metadata. */
function requiresOf(node: MapNode): MapEntry | undefined {
  const metadata = node.entries.find(({ key }) => key === "metadata")?.value;
  const maps = metadata?.kind === "map" ? [node, metadata] : [node];
  return maps.flatMap(({ entries }) => entries).find(({ key }) => key === "requires");
}

function inList(requires: MapEntry | undefined, node: MapNode, id: string): Edit | undefined {
  if (requires === undefined) return belowNames(node, id);
  const { keySpan, value } = requires;
  const { source } = keySpan;
  const isHere =
    isWithin(keySpan, node.span) && /^\s*:\s*(?:#[^\n]*\s*)?$/.test(source.text.slice(keySpan.end, value.span.start));
  if (value.kind === "scalar" && value.value === null && /^:[ \t]*(?:#|\r?\n|$)/.test(source.text.slice(keySpan.end))) {
    return insert(span(source, keySpan.end + 1, keySpan.end + 1), ` [${id}]`);
  }
  if (value.kind !== "sequence" || !isHere) return undefined;
  const last = value.items.at(-1);
  const isFlow = source.text[value.span.start] === "[";
  if (last === undefined)
    return isFlow ? insert(span(source, value.span.start + 1, value.span.start + 1), id) : undefined;
  if (last.kind !== "scalar" || !isWithin(last.span, value.span)) return undefined;
  if (isFlow) return insert(span(source, last.span.end, last.span.end), `, ${quotedLike(last.span, id)}`);
  return afterBlockItem(last, id);
}

/** A new line like that of the last item, after whatever else stands on it. */
function afterBlockItem(last: Node, id: string): Edit | undefined {
  const { source, start, end } = last.span;
  const dash = source.text.slice(source.text.lastIndexOf("\n", start - 1) + 1, start);
  return /^\s*-\s+$/.test(dash) ? newLine(last.span, end, `${dash}${id}`) : undefined;
}

const names: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "actionId", "name", "description"]);

/** After the last of the keys at the head that name the resource. */
function belowNames(node: MapNode, id: string): Edit | undefined {
  const own = node.entries.filter(({ keySpan }) => isWithin(keySpan, node.span));
  const rest = own.findIndex(({ key }) => !names.has(key));
  const head = rest === -1 ? own : own.slice(0, rest);
  const naming = own.find(({ key }) => key === "actionId" || key === "metadata");
  const anchor = naming === undefined || head.includes(naming) ? head.at(-1) : naming;
  if (anchor === undefined) return undefined;
  const { source, start } = anchor.keySpan;
  const end = lastOf(anchor.value);
  if (end === undefined || end.start < start || end.source !== source) return undefined;
  if (source.text[node.span.start] === "{") {
    const quote = source.text[start] === '"' ? '"' : "";
    const close = anchor.value.span.end;
    return insert(span(source, close, close), `, ${quote}requires${quote}: [${quote}${id}${quote}]`);
  }
  const lineStart = source.text.lastIndexOf("\n", start - 1) + 1;
  return newLine(end, end.end, `${" ".repeat(start - lineStart)}requires: [${id}]`);
}

/** Where the last scalar of a value ends; undefined where that is a block, whose end takes the line end with it. */
function lastOf(value: Node): Span | undefined {
  if (value.kind === "scalar") return value.style === "block" ? undefined : value.span;
  const last = value.kind === "map" ? value.entries.at(-1)?.value : value.items.at(-1);
  const closed = /[\]}]/.test(value.span.source.text[value.span.end - 1] ?? "");
  if (closed && value.span.source.text[value.span.start] !== "-") return value.span;
  return last === undefined || !isWithin(last.span, value.span) ? undefined : lastOf(last);
}

/** Inserts a line below the one in which `position` lies, where no more than a comment follows there. */
function newLine({ source }: Span, position: number, line: string): Edit | undefined {
  const end = source.text.indexOf("\n", position);
  const lineEnd = end === -1 ? source.text.length : end;
  const isCrLf = source.text[lineEnd - 1] === "\r";
  const rest = source.text.slice(position, lineEnd);
  if (!/^\s*(?:\s#.*)?$/.test(rest)) return undefined;
  const at = isCrLf ? lineEnd - 1 : lineEnd;
  return insert(span(source, at, at), `${isCrLf ? "\r\n" : "\n"}${line}`);
}

/** JSON is YAML: there a new item has quotes as well. */
function quotedLike({ source, start }: Span, id: string): string {
  const quote = source.text[start];
  return quote === '"' || quote === "'" ? `${quote}${id}${quote}` : id;
}

function insert(at: Span, text: string): Edit {
  return { span: at, text };
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end;
}
