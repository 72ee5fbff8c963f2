import { literalOf, type Word } from "./word.ts";

/** Programs that write what they are given in their words. */
export const echoes: ReadonlySet<string> = new Set([
  ...["awk", "basename", "dirname", "expr", "gawk", "jq", "printenv", "readlink", "realpath", "sed", "xargs", "yq"],
]);

/** Programs that write what they read from a pipe or from files, or some of it. */
export const readsFiles: ReadonlySet<string> = new Set([
  ...[
    "awk",
    "cat",
    "column",
    "cut",
    "envsubst",
    "expand",
    "fold",
    "gawk",
    "grep",
    "head",
    "iconv",
    "jq",
    "nl",
    "paste",
  ],
  ...["rev", "sed", "shuf", "sort", "split", "strings", "tac", "tail", "tee", "tr", "uniq", "xargs", "yq"],
  ...["base32", "base64", "cp", "gunzip", "gzip", "install", "ln", "mv", "openssl", "uudecode", "xxd", "zcat"],
]);

/** Programs that write what stands in their first files into the last one. */
export const copying: ReadonlySet<string> = new Set(["cp", "install", "ln", "mv"]);

/** True for a command that can write characters which it has not read. */
export function decodes<Value>(words: readonly Word<Value>[]): boolean {
  const [name = "", ...others] = words.map((word) => literalOf(word) ?? "");
  if (/^(?:jq|yq|gunzip|uudecode|zcat)$/.test(name)) return true;
  return (
    /^(?:base32|base64|gzip|openssl|xxd)$/.test(name) &&
    others.some((word) => /^(?:-[a-z]*[dDr]|--decode|--decompress|--revert)$/.test(word))
  );
}
