import { isReference } from "./shapes.ts";

/** Last words of a key whose value is a secret. */
const secretNames: ReadonlySet<string> = new Set(
  (
    "password passwd passphrase pwd secret token apikey authorization credentials " +
    "api-key private-key access-key secret-key client-secret auth-token access-token signing-key encryption-key"
  ).split(" "),
);

/** True for a key whose value is a secret: `password`, `API_KEY`, `clientSecret`, `X-Auth-Token`. */
export function namesSecret(key: string): boolean {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return secretNames.has(words.at(-1) ?? "") || secretNames.has(words.slice(-2).join("-"));
}

/** Under a secret's name, the part of the text that is the secret; undefined where none is written out. */
export function secretIn(value: string): { readonly start: number; readonly end: number } | undefined {
  const scheme = /^\s*(?:(?:Bearer|Basic|Token|ApiKey|Digest)\s+)?/i.exec(value)?.[0].length ?? 0;
  const secret = value.slice(scheme).trimEnd();
  const isText = secret.length >= 6 && !/\s/.test(secret);
  if (!isText || isReference(secret) || isPath(secret) || isCall(secret) || settings.has(secret.toLowerCase()))
    return undefined;
  return { start: scheme, end: scheme + secret.length };
}

/** A file that holds the secret, or the address of something that gives it. */
function isPath(text: string): boolean {
  return /^(?:~|\.{1,2})?\/|^[A-Za-z]:\\|^[a-z][a-z0-9+.-]*:\/\/|^(?:file|env|vault|ref|arn|op|ssm):/i.test(text);
}

/** An expression, where plain text may be one. */
function isCall(text: string): boolean {
  return /^[A-Za-z_][\w.]*\(/.test(text);
}

/** Words that say how, not what. */
const settings = new Set(
  "bearer basic digest required optional inherit string boolean number integer object enabled disabled default prompt stdin keyring header cookie session".split(
    " ",
  ),
);
