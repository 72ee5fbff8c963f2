import { Document, isMap, isScalar, isSeq, Scalar, type ToStringOptions } from "yaml";

const format: ToStringOptions = {
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "PLAIN",
  lineWidth: 0,
  nullStr: "",
};

/** What stands above a key of a document: the way to the key, and a line of text. */
export type Comment = readonly [path: readonly string[], text: string];

/**
 * Plain data as a document of YAML 1.2, with comments above some of its keys. Texts are in double quotes; keys are too
 * where a reader of YAML 1.1 would take them for another value (`on`). Throws for a comment on a key that is not there.
 */
export function yamlText(data: object, comments: readonly Comment[] = []): string {
  const document = new Document(data, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  for (const [path, text] of comments) keyAt(document, path).commentBefore = ` ${text}`;
  return escapedText(document.toString(format));
}

/** How texts are quoted where they may be: plain ones only where a reader takes them for that very text. */
export type TextStyle = "PLAIN" | "QUOTE_SINGLE" | "QUOTE_DOUBLE";

/** Plain data on one line, as it may stand anywhere in a document: `{ a: 1, b: [x] }`. */
export function yamlLine(value: unknown, style: TextStyle): string {
  if (Array.isArray(value)) return `[${value.map((item) => yamlLine(item, style)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalarLine(value, style);
  const entries = Object.entries(value).map(([key, inner]) => `${scalarLine(key, "PLAIN")}: ${yamlLine(inner, style)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Plain data as lines of a block. */
export function yamlLines(value: object, style: TextStyle): readonly string[] {
  const document = new Document(value, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  const text = document.toString({ ...format, defaultStringType: style, nullStr: "null" });
  return escapedText(text).trimEnd().split("\n");
}

/** A text of several lines behind `|`, with this indentation. */
export function blockText(text: string, indent: number): string {
  const scalar = new Scalar(text);
  scalar.type = "BLOCK_LITERAL";
  const [head = "", ...lines] = new Document({ text: scalar }).toString({ lineWidth: 0 }).trimEnd().split("\n");
  const indented = lines.map((line) => (line === "" ? "" : " ".repeat(indent) + line.slice(2)));
  return [head.replace("text: ", ""), ...indented].join("\n");
}

function scalarLine(value: unknown, style: TextStyle): string {
  const scalar = new Scalar(value);
  if (typeof value === "string") scalar.type = /[\n\r]/.test(value) ? "QUOTE_DOUBLE" : style;
  const document = new Document([scalar], { compat: "yaml-1.1" });
  if (isSeq(document.contents)) document.contents.flow = true;
  const options = { lineWidth: 0, nullStr: "null", doubleQuotedAsJSON: true, flowCollectionPadding: false };
  return escapedText(document.toString(options).trimEnd().slice(1, -1));
}

/** A text that is written in a style of its own, as linters ask for. */
export function styled(text: string, style: "PLAIN" | "QUOTE_SINGLE"): Scalar {
  const scalar = new Scalar(text);
  scalar.type = style;
  return scalar;
}

function keyAt(document: Document, path: readonly string[]): Scalar {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined;
  if (pair === undefined) throw new Error(`there is no key ${path.join(".")}`);
  return pair.key as Scalar;
}

/** YAML takes these characters as they are in double quotes; some of its readers do not. */
function escapedText(text: string): string {
  return text.replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
