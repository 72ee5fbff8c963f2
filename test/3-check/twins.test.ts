import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Code, codes } from "../../compiler/nouns/codes.ts";
import type { Diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { checkText } from "../support/check-text.ts";
import { documentTwins } from "./twins/document.ts";
import { expressionTwins } from "./twins/expressions.ts";
import { graphAndNameTwins } from "./twins/graph-and-names.ts";
import type { Twin } from "./twins/twin.ts";
import { valueTwins } from "./twins/values.ts";

// Every code by at least three inputs that draw it, and it alone of all errors, at the right place, and three that do not.

const twins: Readonly<Partial<Record<Code, Twin>>> = {
  ...documentTwins,
  ...valueTwins,
  ...graphAndNameTwins,
  ...expressionTwins,
};
const settings = "settings: { targetActionId: a, timeout: 1m }\n---\n";
/** Told of files beside the workflow: test/cli/components.test.ts. */
const needsFiles: ReadonlySet<Code> = new Set(["outside-component"]);
const marker = "▸";

const all = (Object.keys(codes) as Code[]).flatMap((code) => {
  const twin = twins[code];
  return twin === undefined ? [] : [{ code, ...twin }];
});

test("every code has a twin here or a test of its own", () => {
  const lacking = (Object.keys(codes) as Code[]).filter(
    (code) =>
      twins[code] === undefined &&
      !needsFiles.has(code) &&
      !existsSync(join(import.meta.dirname, "rules", `${code}.test.ts`)),
  );
  expect(lacking).toEqual([]);
});

test.each(all)("$code has three inputs of each kind", ({ bad, good }) => {
  expect(Math.min(bad.length, good.length)).toBeGreaterThanOrEqual(3);
});

describe.each(all)("$code", ({ code, bad, good }) => {
  test.each(bad)("is told of %j", (marked) => {
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
