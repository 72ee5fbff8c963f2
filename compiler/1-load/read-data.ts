import { collector } from "../nouns/collector.ts";
import type { Node } from "../nouns/node.ts";
import type { ReadData } from "../nouns/script-file.ts";
import { type Source, span } from "../nouns/source.ts";
import { maximumFileBytes } from "./read-file.ts";
import { readYaml } from "./read-yaml.ts";

/**
 * Reads a file of JSON or YAML into nodes with positions. JSON of more than 1 MiB, such as a large OpenAPI description,
 * is read without: then all of it is at the file's start.
 */
export function readData(source: Source): ReadData {
  const { found: findings, report } = collector();
  if (source.text.length <= maximumFileBytes) {
    const [node, second] = readYaml(source, report).documents;
    if (second !== undefined) report("yaml-syntax", second.span, "the file holds two documents; one is allowed");
    if (node === undefined && findings.length === 0) report("yaml-syntax", span(source, 0, 0), "the file is empty");
    return { node, findings };
  }
  try {
    return { node: plainNode(JSON.parse(source.text), source), findings };
  } catch {
    report("yaml-syntax", span(source, 0, 0), "the file has more than 1 MiB and is not JSON");
    return { node: undefined, findings };
  }
}

/** A JSON value as a node without positions. */
function plainNode(value: unknown, source: Source): Node {
  const at = span(source, 0, 0);
  if (Array.isArray(value)) return { kind: "sequence", span: at, items: value.map((item) => plainNode(item, source)) };
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return {
      kind: "map",
      span: at,
      entries: entries.map(([key, inner]) => ({ key, keySpan: at, value: plainNode(inner, source) })),
    };
  }
  return {
    kind: "scalar",
    span: at,
    value: value as string | number | boolean | null,
    style: "quoted",
    place: () => 0,
  };
}
