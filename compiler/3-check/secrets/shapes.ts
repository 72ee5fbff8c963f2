/** A piece of text that shows by its shape that it is a secret. */
export interface Shape {
  /** What it is, as a message says it. */
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

/** Where a pattern has a group, the secret is what the group holds. */
const shapes: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/dg },
  { what: "a GitHub token", pattern: /\b(?:gh[oprsu]_[A-Za-z0-9]{30,}|github_pat_\w{22,})\b/dg },
  { what: "a GitLab token", pattern: /\bglpat-[\w-]{20,}/dg },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-[\w-]{10,}/dg },
  { what: "a Slack webhook", pattern: /\bhooks\.slack\.com\/services\/(T\w{6,}\/B\w{6,}\/\w{16,})/dg },
  { what: "an API key", pattern: /\b(?:sk-[A-Za-z0-9_-]{20,}|[rs]k_live_[A-Za-z0-9]{16,})/dg },
  { what: "a Google API key", pattern: /\bAIza[\w-]{35}(?![\w-])/dg },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/dg },
  { what: "a JSON web token", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/dg },
  { what: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/dg },
  { what: "a bearer token", pattern: /\bBearer\s+([\w.~+/-]{16,}=*)/dgi },
  { what: "a user name and password", pattern: /\bAuthorization:\s*Basic\s+([A-Za-z0-9+/]{8,}=*)/dgi },
  {
    what: "a password in a URL",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@"'`]{0,100}:([^\s/?#@"'`]{1,200})@[\w.[-]/dgi,
  },
];

/** Each shape has one of these in it, and few texts have any. */
const beginnings =
  /AKIA|ASIA|gh[oprsu]_|github_pat_|glpat-|xox|hooks\.slack|sk-|k_live_|AIza|npm_|eyJ|-----BEGIN|bearer|authorization|:\/\//i;

/** All secrets in a text that are known by their shape, in its order; of two that overlap, one. */
export function shapesIn(text: string): readonly Shape[] {
  if (!beginnings.test(text)) return [];
  const found: Shape[] = [];
  for (const { what, pattern } of shapes) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
      const overlaps = found.some((other) => start < other.end && other.start < end);
      if (!overlaps && !isReference(text.slice(start, end))) found.push({ what, start, end });
    }
  }
  return found.sort((first, second) => first.start - second.start);
}

/** True for text that stands for a secret and is not one: a variable, a placeholder, an example, nothing at all. */
export function isReference(value: string): boolean {
  const text = value.trim();
  if (text === "" || text.includes("{{") || /^\$|\$[({]|\$[A-Z_]{3,}|^%\w+%$/.test(text)) return true;
  if (/^<.*>$|^\[.*\]$|^(?:(.)\1*|[*x.•…_-]+)$/i.test(text)) return true;
  return (
    /example|placeholder|change[-_ ]?(?:me|it)|replace[-_ ]?(?:me|it|with)|dummy|redacted|your[-_ ]|xxxx|\*\*\*|\.\.\.|…|todo/i.test(
      text,
    ) || words.has(text.toLowerCase())
  );
}

/** Words that name the thing where it should stand. */
const words = new Set(
  "user username pass password passwd pw pwd secret token apikey api-key api_key key none null nil undefined true false".split(
    " ",
  ),
);
