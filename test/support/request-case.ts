import { reported } from "./reported.ts";

/** What is found, by the code, in one `httpClient` with these keys: findings alone, without the way that values take. */
export function foundInRequest(code: string, keys: string, more = ""): readonly string[] {
  const text = `settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\n${more}httpClient:\n${keys.replaceAll(/^/gm, "  ")}\n`;
  return reported(text, code).filter((line) => !line.startsWith(" "));
}

/** A check of the input x. */
export function checkOf(condition: string): string {
  return `validations:\n  check:\n    - ${condition}\n`;
}
