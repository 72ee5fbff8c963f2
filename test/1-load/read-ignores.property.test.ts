import fc from "fast-check";
import { expect, test } from "vitest";
import { type CST, Parser } from "yaml";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";

const piece = fc.constantFrom(
  ..."# flowc-ignore schema|#flowc-ignore a, b -- c|key|: |:|- | - |  |\n|\r\n|\n\n|\t|'|\"|[|]|{|}|,|&a |*a|!t |text|---\n|...\n|# x|#|\ufeff|😀|%|?".split(
    "|",
  ),
  "|",
  "|2-\n",
  ">\n",
);

/** Where the concrete syntax tree has comments that start so: another way to the same answer. */
function commentsOf(text: string): readonly number[] {
  const found: number[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) {
      const { type, source, offset } = value as CST.SourceToken;
      if (type === "comment" && /^#+[ \t]*flowc-ignore(?![\w-])/.test(source)) found.push(offset);
      Object.values(value).forEach(visit);
    }
  };
  for (const token of new Parser().parse(text)) visit(token);
  return [...new Set(found)].sort((first, second) => first - second);
}

test("comments are found where YAML has them, whatever a text holds", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      let isYaml = true;
      const { ignores } = readYaml({ path: "w", name: "w", text }, (code) => {
        isYaml &&= code !== "yaml-syntax";
      });
      // Of a text that is not YAML the tree may lack what stands beside the mistake.
      if (isYaml) expect(ignores.map(({ span }) => span.start)).toEqual(commentsOf(text));
      for (const { span, covers, codes } of ignores) {
        expect(text.slice(span.start, span.end)).toMatch(/^#[^\n]*$/);
        if (covers !== undefined) expect(covers.start).toBeGreaterThanOrEqual(span.end);
        if (covers !== undefined) expect(covers.end).toBeLessThanOrEqual(text.length);
        for (const { value, span: at } of codes) expect(text.slice(at.start, at.end)).toBe(value);
      }
    }),
    { numRuns: 3_000 },
  );
});
