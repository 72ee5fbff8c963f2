import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\n";
const steps = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `  - set('n${index}', ${index === 0 ? "get('x')" : `get('n${index - 1}')`})\n`,
  );
const chain = (count: number, script: string) =>
  `${head}before:\n${steps(count).join("")}exec: { command: "${script}" }\n`;
const sources = (count: number, script: (name: string) => string) =>
  `${head}exec: { command: "echo {{ join([${Array.from({ length: count }, (_, index) => script(`get('x${index}')`)).join(", ")}], ' ') }}" }\n`;

describe("not-followed is reported once for", () => {
  test("a way of more than a hundred steps", () => {
    const found = reported(chain(110, "echo {{ get('n109') }} {{ get('n108') }}"), "not-followed");
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^115:\d+ where "get\('n109'\)" comes from is not followed to the end/);
  });

  test("a value with more than 64 sources, where none of the first does harm", () => {
    expect(
      reported(
        sources(70, (get) => `quote(${get})`),
        "not-followed",
      ),
    ).toHaveLength(2);
  });
});

describe("not-followed is silent for", () => {
  test("a way that is followed to its end", () => {
    const text = chain(90, "echo {{ get('n89') }}");
    expect(reported(text, "not-followed")).toEqual([]);
    expect(reported(text, "shell-injection")[0]).toContain(`"get('n89')" brings the input "x" into the shell script`);
  });

  test("a value with that many sources, where one of the first does harm", () => {
    const text = sources(70, (get) => get);
    expect(reported(text, "not-followed")).toEqual([]);
    expect(reported(text, "shell-injection")).not.toEqual([]);
  });

  test("a value that quote() holds, however far it comes", () => {
    expect(reported(chain(110, "echo {{ quote(get('n109')) }}"), "not-followed")).toEqual([]);
  });
});
