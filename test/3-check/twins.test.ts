import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codes } from "../../compiler/nouns/codes.ts";
import type { Diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { checkText } from "../support/check-text.ts";
import type { Twin } from "../support/twin.ts";

// rules/<code>.twin.ts: at least three inputs that draw the code, and it alone of all errors, at the right place, and three that
// do not. rules/<code>.test.ts: what else there is to test of it.

const folder = join(import.meta.dirname, "rules");
const twins = new Map<string, Twin>(
  await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith(".twin.ts"))
      .map(async (name) => [name.replace(".twin.ts", ""), (await import(join(folder, name))).twin] as const),
  ),
);
const settings = "settings: { targetActionId: a, timeout: 1m }\n---\n";
/** Reported for files beside the workflow: test/cli/components.test.ts, test/cli/test.test.ts. */
const needsFiles: ReadonlySet<string> = new Set(["outside-component", "test-workflow", "not-durable", "not-shared"]);
/** Codes about tests have theirs in test/testing/check/. */
const isOfTests = (code: string) => code.startsWith("test-");
const marker = "▸";

const all = [...twins].map(([code, twin]) => ({ code, ...twin }));

test("every code has a twin here or a test of its own", () => {
  const isTested = (code: string) => twins.has(code) || existsSync(join(folder, `${code}.test.ts`));
  expect(Object.keys(codes).filter((code) => !isTested(code) && !needsFiles.has(code) && !isOfTests(code))).toEqual([]);
});

test.each(all)("$code has three inputs of each kind", ({ bad, good }) => {
  expect(Math.min(bad.length, good.length)).toBeGreaterThanOrEqual(3);
});

describe.each(all)("$code", ({ code, bad, good }) => {
  test.each(bad)("is reported %j", (marked) => {
    const whole = complete(marked);
    const text = whole.replace(marker, "");
    const { diagnostics } = checkText(text);
    expect(diagnostics.filter((item) => item.code === code).map(({ span }) => pointed(text, span.start))).toEqual([
      whole,
    ]);
    expect(diagnostics.filter((item) => item.code !== code && item.severity === "error").map(saying)).toEqual([]);
  });

  test.each(good)("is silent for %j", (text) => {
    const { diagnostics } = checkText(complete(text));
    expect(diagnostics.filter((item) => item.code === code || item.severity === "error").map(saying)).toEqual([]);
  });
});

function complete(text: string): string {
  return text.includes("settings:") ? text : settings + text;
}

/** The text with the mark where the finding is. */
function pointed(text: string, at: number): string {
  return `${text.slice(0, at)}${marker}${text.slice(at)}`;
}

function saying({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}
