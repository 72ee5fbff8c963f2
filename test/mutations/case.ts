import { join } from "node:path";
import { readSources, type WorkflowSources } from "../../compiler/1-load/read-sources.ts";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { parseWorkflow } from "../../compiler/2-parse/parse-workflow.ts";
import type { Expression } from "../../compiler/nouns/expression.ts";
import type { LoadedFile } from "../../compiler/nouns/loaded.ts";
import type { MapEntry, MapNode, Node } from "../../compiler/nouns/node.ts";
import type { ResourceSyntax } from "../../compiler/nouns/resource-syntax.ts";
import type { Source } from "../../compiler/nouns/source.ts";
import type { WorkflowSyntax } from "../../compiler/nouns/syntax.ts";
import type { ExpressionSyntax } from "../../compiler/nouns/value-syntax.ts";
import { expressionChildren } from "../../compiler/tree/expression-children.ts";
import { expressionsWritten } from "../../compiler/tree/value-children.ts";
import { valuesOfResource } from "../../compiler/tree/values-of.ts";
import { walk } from "../../compiler/tree/walk.ts";
import { root } from "../support/flowc.ts";

/** A workflow that checks clean, with all the places where it can be broken. */
export interface Case {
  readonly name: string;
  readonly sources: WorkflowSources;
  readonly workflow: WorkflowSyntax;
  readonly expressions: readonly ExpressionSite[];
  readonly entries: readonly EntrySite[];
}

/** One expression and whose it is. */
export interface ExpressionSite {
  readonly syntax: ExpressionSyntax;
  readonly source: Source;
  readonly resource: ResourceSyntax | undefined;
  /** A condition must be a bool; a statement may store. */
  readonly role: "condition" | "statement" | "value";
  /** Every node of its tree. */
  readonly nodes: readonly Expression[];
}

/** A key of a document with the keys above it. */
export interface EntrySite {
  readonly source: Source;
  readonly entry: MapEntry;
  readonly map: MapNode;
  readonly path: readonly string[];
}

/** Reads the workflow in a folder of the project, which must be readable. */
export function readCase(folder: string): Case {
  const sources = readSources(join(root, folder), root);
  if (sources.kind === "problem") throw new Error(sources.message);
  const files = [sources.workflow, ...sources.resources].map((source) => readYaml(source, () => undefined));
  const [workflow, ...resources] = files as [LoadedFile, ...LoadedFile[]];
  const syntax = parseWorkflow({ workflow, resources }, () => undefined);
  if (syntax === undefined) throw new Error(`${folder} holds no workflow`);
  return {
    name: folder,
    sources,
    workflow: syntax,
    expressions: expressionsOf(syntax),
    entries: files.flatMap(({ source, documents }) => documents.flatMap((document) => entriesOf(document, source, []))),
  };
}

/** The text of the file from `start` to `end`. */
export function rawText({ text }: Source, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end);
}

function expressionsOf(workflow: WorkflowSyntax): readonly ExpressionSite[] {
  const settings = expressionsWritten(workflow.environment.map(({ value }) => value));
  const sites = [
    ...settings.map((syntax) => site(syntax, undefined, "value")),
    ...workflow.resources.flatMap(resourceExpressions),
  ];
  // Aliases and merges lead to the same text several times.
  const seen = new Set<string>();
  return sites.filter(({ source, syntax: { span } }) => {
    const key = `${source.path}:${span.start}`;
    return !seen.has(key) && seen.add(key);
  });
}

function resourceExpressions(resource: ResourceSyntax): readonly ExpressionSite[] {
  const { validations, onError } = resource;
  const conditions = [...validations.skip, ...validations.check, ...(onError?.when ?? [])];
  const statements = [...resource.before, ...resource.after, ...(onError?.expressions ?? [])];
  return [
    ...conditions.map((syntax) => site(syntax, resource, "condition")),
    ...statements.map((syntax) => site(syntax, resource, "statement")),
    ...expressionsWritten(valuesOfResource(resource)).map((syntax) => site(syntax, resource, "value")),
  ];
}

function site(
  syntax: ExpressionSyntax,
  resource: ResourceSyntax | undefined,
  role: ExpressionSite["role"],
): ExpressionSite {
  return { syntax, source: syntax.span.source, resource, role, nodes: [...walk([syntax.root], expressionChildren)] };
}

function entriesOf(node: Node, source: Source, path: readonly string[]): EntrySite[] {
  if (node.kind === "scalar") return [];
  if (node.kind === "sequence") return node.items.flatMap((item) => entriesOf(item, source, path));
  const own = node.entries.filter(({ keySpan }) => keySpan.start >= node.span.start && keySpan.end <= node.span.end);
  return own.flatMap((entry) => [
    { source, entry, map: node, path: [...path, entry.key] },
    ...(entry.value.span.start >= entry.keySpan.end && entry.value.span.end <= node.span.end
      ? entriesOf(entry.value, source, [...path, entry.key])
      : []),
  ]);
}
