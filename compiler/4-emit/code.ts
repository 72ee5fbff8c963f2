declare const brand: unique symbol;

/**
 * A piece of TypeScript. Only this file makes one: from templates written in flowc itself, and from user text through
 * `quoted`, `comment` and `Identifiers`. A bare string is refused by the type checker.
 */
export type Code = string & { readonly [brand]: true };

/** Code from a template written here; everything put into it must be code already. */
export function code(strings: TemplateStringsArray, ...parts: readonly (Code | number | boolean)[]): Code {
  let text = strings[0] ?? "";
  for (let index = 0; index < parts.length; index += 1) text += `${parts[index]}${strings[index + 1]}`;
  return text as Code;
}

/** Pieces with a separator between them. */
export function join(parts: readonly Code[], separator: string): Code {
  return parts.join(separator) as Code;
}

/** Items between brackets: on one line where they fit, else each on its own. No literal holds a raw line break. */
export function list(open: Code, items: readonly Code[], close: Code): Code {
  if (items.length === 0) return code`${open}${close}`;
  const padding = open.endsWith("{") ? code` ` : code``;
  const line = code`${open}${padding}${join(items, ", ")}${padding}${close}`;
  if (line.length <= 96 && !line.includes("\n")) return line;
  return code`${open}\n${join(
    items.map((item) => code`  ${indented(item)},`),
    "\n",
  )}\n${close}`;
}

/** An object literal. */
export function object(entries: readonly Code[]): Code {
  return list(code`{`, entries, code`}`);
}

/** Code one level further in, but for its first line. */
export function indented(text: Code): Code {
  return text.replaceAll("\n", "\n  ") as Code;
}

/** Any text as a string literal. */
export function quoted(text: string): Code {
  return escapeText(JSON.stringify(text)) as Code;
}

/** Plain data as a literal; keys are always quoted, `__proto__` is a key like others. */
export function literal(value: unknown): Code {
  if (Array.isArray(value)) return list(code`[`, value.map(literal), code`]`);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return object(entries.map(([key, item]) => code`${propertyKey(key)}: ${literal(item)}`));
  }
  return typeof value === "string" ? quoted(value) : (String(JSON.stringify(value)) as Code);
}

/** The static text of a template literal: nothing in it ends the literal or starts an expression. */
export function templateText(text: string): Code {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return escapeText(inner.replaceAll("`", "\\`").replaceAll("${", "\\${")) as Code;
}

/** A line comment; what would end it is replaced. */
export function comment(text: string): Code {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return `// ${text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, "?")}` as Code;
}

/** Plain data as JSON in a line comment, after `mark`, in ASCII: no text in it ends the comment. */
export function dataComment(mark: string, value: unknown): Code {
  const json = JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${mark}${json}` as Code;
}

/** A key of an object literal: bare where it is a plain name. */
export function propertyKey(key: string): Code {
  if (key === "__proto__") return '["__proto__"]' as Code;
  return plainName.test(key) ? (key as Code) : quoted(key);
}

/** `.key` or `["key"]`. */
export function propertyAccess(key: string): Code {
  return plainName.test(key) ? (`.${key}` as Code) : code`[${quoted(key)}]`;
}

/** `?.key` or `?.["key"]`. */
export function optionalAccess(key: string): Code {
  return plainName.test(key) ? (`?.${key}` as Code) : code`?.[${quoted(key)}]`;
}

/** True for code that is a name and nothing else. */
export function isIdentifier(text: Code): boolean {
  return plainName.test(text);
}

const plainName = /^[A-Za-z_$][\w$]*$/;

/** Line separators are legal in literals, but no editor shows them well. */
function escapeText(text: string): string {
  return text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** What ends each identifier made of user text. */
const userMark = "$";

/**
 * Makes the identifiers of one module. Those made of user text end in `$`, or in `$` and a number. No word of the
 * language, no global, nothing of the runtime library and no name that flowc writes itself has a `$`: so no user text can
 * meet them, whatever they are.
 */
export class Identifiers {
  readonly #used = new Set<string>();

  /** A new identifier near to a user's `name`: letters, digits and _ stay, `fetch-page` becomes `fetchPage$`. */
  make(name: string): Code {
    const camel = name.replaceAll(/[^A-Za-z0-9_]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? "");
    const base = /^[A-Za-z_]/.test(camel) ? camel : `_${camel}`;
    return this.#unused(`${base}${userMark}`);
  }

  /** A new identifier of flowc's own, which nothing in flowc declares under that very name; twins get a number. */
  own(word: Code): Code {
    return this.#unused(word);
  }

  #unused(base: string): Code {
    let candidate = base;
    for (let number = 2; this.#used.has(candidate); number += 1) candidate = `${base}${number}`;
    this.#used.add(candidate);
    return candidate as Code;
  }
}
