import { setFlagsFromString } from "node:v8";

let ready = false;

/**
 * A RegExp for which V8's linear engine takes over once a search has gone back very often; undefined where that engine
 * does not take the pattern, or this V8 has none. The source needs no flags. Found as `Cannot be executed in linear
 * time` under the flag `l` (https://v8.dev/blog/non-backtracking-regexp).
 */
export function linearRegExp(source: string): RegExp | undefined {
  if (!ready) {
    setFlagsFromString("--enable-experimental-regexp-engine");
    setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");
    setFlagsFromString("--regexp-backtracks-before-fallback=10000");
    ready = true;
  }
  try {
    new RegExp(source, "l");
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
