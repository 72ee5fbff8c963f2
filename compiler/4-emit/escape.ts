/** Any text as a string literal. */
export function stringLiteral(text: string): string {
  return escapeSeparators(JSON.stringify(text));
}

/** The static text of a template literal: nothing in it ends the literal or starts an expression. */
export function templateText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return escapeSeparators(inner.replaceAll("`", "\\`").replaceAll("${", "\\${"));
}

/** Line separators are legal in literals, but no editor shows them well. */
function escapeSeparators(text: string): string {
  return text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** A key of an object literal: bare where it is a plain name; `__proto__` is a key like others. */
export function propertyKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isPlainName(key) ? key : stringLiteral(key);
}

/** `.key`, `["any key"]` or `[0]`, and the same behind `?.`. */
export function propertyAccess(key: string | number, optional: boolean): string {
  if (typeof key === "string" && isPlainName(key)) return `${optional ? "?" : ""}.${key}`;
  return `${optional ? "?." : ""}[${typeof key === "string" ? stringLiteral(key) : key}]`;
}

function isPlainName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** A line comment; what would end it is replaced. */
export function lineComment(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return `// ${text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, "?")}`;
}

/** Plain data as JSON in a line comment, after `mark`, in ASCII: no text in it ends the comment. */
export function dataComment(mark: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${mark}${json}`;
}
