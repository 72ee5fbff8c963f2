import { namesSecret, secretIn } from "../3-check/secrets/names.ts";
import { shapesIn } from "../3-check/secrets/shapes.ts";
import type { Diagnostic } from "../nouns/diagnostic.ts";
import type { Node, ScalarNode } from "../nouns/node.ts";

const mask = "***";
/** So much of the beginning is recognized in other text; messages cut long values. */
const leadingLength = 12;

/** The findings with asterisks where a message, a note or a help repeats a secret that is written out in the documents. */
export function hideSecrets(found: readonly Diagnostic[], documents: readonly Node[]): readonly Diagnostic[] {
  if (found.length === 0) return found;
  const secrets = new Set(documents.flatMap((document) => secretsBelow(document, "")));
  if (secrets.size === 0) return found;
  const hide = (text: string) => [...secrets].reduce(withoutSecret, text);
  return found.map(({ help, ...rest }) => ({
    ...rest,
    message: hide(rest.message),
    notes: rest.notes.map((note) => ({ ...note, message: hide(note.message) })),
    ...(help === undefined ? {} : { help: hide(help) }),
  }));
}

function secretsBelow(node: Node, key: string): readonly string[] {
  if (node.kind === "scalar") return secretsOf(node, key);
  if (node.kind === "sequence") return node.items.flatMap((item) => secretsBelow(item, key));
  return node.entries.flatMap(({ key: name, value }) => secretsBelow(value, name === "default" ? key : name));
}

function secretsOf({ value }: ScalarNode, key: string): readonly string[] {
  if (value === null || typeof value === "boolean") return [];
  const text = String(value);
  const shaped = shapesIn(text).map(({ start, end }) => text.slice(start, end));
  const secret = namesSecret(key) ? secretIn(text) : undefined;
  return secret === undefined ? shaped : [...shaped, text.slice(secret.start, secret.end)];
}

/** Also where the message holds only the beginning of it; not where it is a part of another word. */
function withoutSecret(message: string, secret: string): string {
  const beginning = secret.slice(0, leadingLength);
  let result = "";
  let done = 0;
  for (let at = message.indexOf(beginning); at !== -1; at = message.indexOf(beginning, at + 1)) {
    if (at < done) continue;
    const end = at + commonLength(message.slice(at), secret);
    if (wordCharacter.test(message.charAt(at - 1)) || wordCharacter.test(message.charAt(end))) continue;
    result += message.slice(done, at) + mask;
    done = end;
  }
  return result + message.slice(done);
}

const wordCharacter = /^\w$/;

function commonLength(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return length;
}
