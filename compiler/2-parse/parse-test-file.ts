import type { Report } from "../nouns/diagnostic.ts";
import type { LoadedFile } from "../nouns/loaded.ts";
import type { MapNode } from "../nouns/node.ts";
import type { Data } from "../nouns/simulation.ts";
import { span } from "../nouns/source.ts";
import type { TestFileSyntax, TestSyntax } from "../nouns/test-case.ts";
import { asMap, plainNode } from "../tree/plain-data.ts";
import { field, headSpan, locatedText, mapField } from "./fields.ts";
import { simulatedCase } from "./simulated-case.ts";
import { validateShape } from "./validate-shape.ts";

/** Reads a file of tests. What is wrong is reported; undefined where nothing more can be said of it. */
export function parseTestFile({ source, documents, broken }: LoadedFile, report: Report): TestFileSyntax | undefined {
  const [written, second] = documents;
  if (second !== undefined) report("schema", headSpan(second), "a second document: a file of tests has only one");
  if (written === undefined) {
    if (!broken) report("schema", span(source, 0, 0), "the file holds no tests");
    return undefined;
  }
  // Stray keys, which are errors, keep it from being run; what else is wrong is reported with them.
  const { document, unreadable } = validateShape("test", written, report);
  if (unreadable.length > 0 || broken) return undefined;
  const defaults = mapField(document, "defaults");
  const list = field(document, "tests");
  const nodes = list?.kind === "sequence" ? list.items.filter((node) => node.kind === "map") : [];
  const usual = (defaults ? plainNode(defaults) : {}) as Data;
  const tests = nodes.map((node) => testOf(node, usual));
  refuseSameNames(tests, report);
  return { source, workflow: locatedText(field(document, "workflow")), tests, defaults };
}

function testOf(node: MapNode, defaults: Data): TestSyntax {
  const data = plainNode(node) as Data;
  return {
    name: locatedText(field(node, "name")) ?? { value: "", span: node.span },
    node,
    case: simulatedCase(data, defaults),
    expect: asMap(data["expect"]),
  };
}

function refuseSameNames(tests: readonly TestSyntax[], report: Report): void {
  const first = new Map<string, TestSyntax>();
  for (const test of tests) {
    const { value, span: at } = test.name;
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, test);
    else {
      const notes = [{ message: "the first one", span: earlier.name.span }];
      report("ambiguous-name", at, `two tests are called "${value}"`, { notes });
    }
  }
}
