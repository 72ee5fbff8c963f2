import { type FailureDetails, FlowError, InvalidInput, type OutputTail, RunTimeout } from "./errors.ts";

/** What stands in a message in place of a secret. */
const mask = "***";
/** So many characters in a row that also stand in a secret are taken for a piece of it. */
const pieceLength = 8;
/** Shorter values are masked as words of their own only: inside of words they would make messages unreadable. */
const shortest = 4;
/** Plain words and small numbers are not secrets. */
const plain = /^(?:true|false|yes|no|on|off|null|none|nil|-?\d{1,5})$/i;

const noForms: Forms = { count: 0, words: [], whole: [], starts: new Set(), pieces: new Set() };

/**
 * The values that a run has read through `env()`. No message that leaves the run holds one: neither as it is, nor in
 * other case, trimmed, cut, split, quoted, escaped or encoded. Costs nothing but a Set until there is a message.
 */
export class Secrets {
  readonly #values = new Map<string, string>();
  #forms = noForms;

  /** Notes the value of an environment variable that has been read. */
  add(value: string, name = ""): void {
    this.#values.set(value, name);
  }

  /** The values, each with the name of its variable. */
  get named(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** The text with every secret in it, and every piece of one, masked. */
  redact(text: string): string {
    if (this.#values.size === 0) return text;
    if (this.#forms.count !== this.#values.size) this.#forms = formsOf([...this.#values.keys()]);
    const { words, whole, starts, pieces } = this.#forms;
    const folded = fold(text);
    const hidden = new Uint8Array(text.length);
    hideWords(text, words, hidden);
    for (const form of whole) {
      for (let at = folded.indexOf(form); at !== -1; at = folded.indexOf(form, at + 1)) {
        hidden.fill(1, at, at + form.length);
      }
    }
    for (let at = 0; pieces.size > 0 && at + pieceLength <= folded.length; at += 1) {
      if (pieces.has(folded.slice(at, at + pieceLength))) hidden.fill(1, at, at + pieceLength);
    }
    // The last line of a command's output is cut where it is long.
    for (let cut = folded.indexOf("…"); cut !== -1; cut = folded.indexOf("…", cut + 1)) {
      for (let length = shortest; length < pieceLength; length += 1) {
        if (starts.has(folded.slice(Math.max(0, cut - length), cut))) hidden.fill(1, cut - length, cut);
      }
    }
    return masked(text, hidden);
  }

  /** The end of a command's output, masked. */
  redactTail(tail: OutputTail): OutputTail {
    return Object.fromEntries(Object.entries(tail).map(([stream, text]) => [stream, this.redact(text)]));
  }

  /** The failure as it may be reported: without stderr, and without causes that are not failures of a run. */
  redactError(error: FlowError): FlowError {
    if (this.#values.size === 0) return error;
    const { failureClass, details } = error;
    const { cause, stderr, command, tail, plain, public: shown } = details;
    const message = this.redact(error.message);
    const holdsMore = [cause, stderr, command, tail, plain, shown].some((detail) => detail !== undefined);
    if (message === error.message && !holdsMore) return error;
    const kept = this.#redactDetails(details);
    const Class = [InvalidInput, RunTimeout].find((candidate) => error instanceof candidate) ?? FlowError;
    // It says where the failure arose.
    return Object.assign(new Class(failureClass, message, kept), { stack: this.redact(error.stack ?? "") });
  }

  #redactDetails({
    cause,
    stderr: _stderr,
    command,
    tail,
    plain,
    public: shown,
    ...rest
  }: FailureDetails): FailureDetails {
    return {
      ...rest,
      ...(command === undefined ? {} : { command: this.redact(command) }),
      ...(tail === undefined ? {} : { tail: this.redactTail(tail) }),
      ...(shown === undefined ? {} : { public: this.redact(shown) }),
      ...(plain === undefined ? {} : { plain: this.redact(plain) }),
      ...(cause instanceof FlowError ? { cause: this.redactError(cause) } : {}),
    };
  }
}

/** The text with every occurrence of one secret masked, whatever it is; a short one only where it is a word of its own. */
export function withoutSecret(text: string, secret: string): string {
  if (secret === "") return text;
  if (secret.length >= shortest) return text.replaceAll(secret, mask);
  const hidden = new Uint8Array(text.length);
  hideWords(text, [secret], hidden);
  return masked(text, hidden);
}

/** What is looked for, folded. */
interface Forms {
  /** Of how many values. */
  readonly count: number;
  /** Secrets too short to be looked for inside of words; not folded. */
  readonly words: readonly string[];
  /** Secrets too short to have pieces. */
  readonly whole: readonly string[];
  /** Beginnings of secrets, shorter than a piece. */
  readonly starts: ReadonlySet<string>;
  readonly pieces: ReadonlySet<string>;
}

function formsOf(values: readonly string[]): Forms {
  const given = values.map((value) => value.trim()).filter((value) => value !== "" && !plain.test(value));
  const words = given.filter((value) => value.length < shortest);
  const secrets = values.filter((value) => value.trim().length >= shortest && !plain.test(value.trim()));
  // The scheme of an address is not secret: other addresses have it too.
  const withoutScheme = secrets.map((secret) => secret.trim().replace(/^[a-z][a-z\d+.-]*:\/\//i, ""));
  const forms = new Set(withoutScheme.flatMap(spellings).map(fold));
  const starts = new Set<string>();
  const pieces = new Set<string>();
  for (const form of forms) {
    for (let length = shortest; length < pieceLength; length += 1) starts.add(form.slice(0, length));
    for (let at = 0; at + pieceLength <= form.length; at += 1) pieces.add(form.slice(at, at + pieceLength));
  }
  const whole = [...forms].filter((form) => form.length < pieceLength && form.length >= shortest);
  return { count: values.length, words, whole, starts, pieces };
}

/** How a secret may look in a message. Case does not matter: texts are folded before they are compared. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const url = encodeURIComponent(bytes.toString());
  const encoded = [0, 1, 2].flatMap((offset) => {
    // Base64 of a longer text that holds the secret: by where it starts in a group of three bytes.
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const inner = text.slice(offset === 0 ? 0 : offset + 1, bytes.length % 3 === 0 && offset === 0 ? undefined : -1);
    return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [
    secret,
    ...secret.split(/[\r\n]+/).map((line) => line.trim()),
    JSON.stringify(secret).slice(1, -1),
    url,
    url.replaceAll("%20", "+"),
    url.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    secret.replaceAll("'", `'\\''`),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("hex"),
    ...encoded,
  ];
}

/** Lower case, character by character, so that places in the text stay what they are. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join("");
}

/** Where nothing of a word stands before and after them: `k` in "the key: k", but not in "key". */
function hideWords(text: string, words: readonly string[], hidden: Uint8Array): void {
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      const end = at + word.length;
      const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
      if (!/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after)) hidden.fill(1, at, end);
    }
  }
}

function masked(text: string, hidden: Uint8Array): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    if (hidden[at] === 0) result += text[at];
    else if (hidden[at - 1] !== 1) result += mask;
  }
  return result;
}
