import { executors } from "../executors/list.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { ExecutorField, ExecutorFields } from "../nouns/executor.ts";
import type { MapEntry, MapNode, Node } from "../nouns/node.ts";
import type {
  ApiResponseSyntax,
  ExecutorSyntax,
  OnErrorSyntax,
  ResourceSyntax,
  ValidationsSyntax,
} from "../nouns/resource-syntax.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";
import { parseDuration } from "./duration.ts";
import { field, headSpan, locatedText, mapField, nameList, numberField, textField, textList } from "./fields.ts";
import { parseInputs } from "./parse-inputs.ts";
import { parseConditions, parseData, parseValue } from "./parse-value.ts";
import { reportZeroTimeout } from "./zero-timeout.ts";

/**
 * One resource in the long form (`metadata`, `run`) or the short form. Reports a missing or contradictory actionId as
 * `schema`, and what the expressions in it report. Undefined where it cannot even be named; where its shape is wrong in
 * some places (`unreadable`) all else is read.
 */
export function parseResource(node: Node, unreadable: readonly string[], report: Report): ResourceSyntax | undefined {
  if (node.kind !== "map") return undefined;
  const metadata = mapField(node, "metadata");
  const long = locatedText(field(metadata, "actionId"));
  const short = locatedText(field(node, "actionId"));
  const id = short ?? long;
  if (id === undefined) {
    // An actionId that is not text has been reported with the shape.
    if (unreadable.length > 0 && (field(node, "actionId") ?? field(metadata, "actionId")) !== undefined)
      return undefined;
    report("schema", headSpan(node), "the resource has no actionId", { help: 'add "actionId: <name>"' });
    return undefined;
  }
  if (long !== undefined && short !== undefined && long.value !== short.value) {
    const notes = [{ message: `metadata.actionId is "${long.value}"`, span: long.span }];
    report("conflicting-keys", short.span, `the resource has two names, "${short.value}" and "${long.value}"`, {
      notes,
    });
    return undefined;
  }
  const named = {
    span: id.span,
    node,
    id: id.value,
    name: textField(node, "name") ?? textField(metadata, "name"),
    description: textField(node, "description") ?? textField(metadata, "description"),
    requires: [...nameList(field(node, "requires")), ...nameList(field(metadata, "requires"))],
  };
  const steps = new Steps(node);
  const parts = contents(steps, report);
  return {
    ...named,
    ...parts,
    broken: unreadable.length > 0 || lostItsOnlyStep(steps, parts),
    brokenGuards: unreadable.some((path) => !isOfWork(path)),
    strayKeys: [],
  };
}

/** True for a place in what a resource does with values, or in its names. */
function isOfWork(path: string): boolean {
  const [, key = ""] = path.replace(/^\/run(?=\/)/, "").split("/");
  return workKeys.has(key);
}

const workKeys: ReadonlySet<string> = new Set([
  ...executors.map(({ key }) => key),
  ...["apiResponse", "name", "description", "metadata"],
]);

/** True where all that a resource without an executor does stands in expressions that cannot be read. */
function lostItsOnlyStep(steps: Steps, { executors: blocks, before, after }: Contents): boolean {
  if (blocks.length + before.length + after.length > 0) return false;
  return [steps.get("before"), steps.get("after")].some(
    (node) => node !== undefined && (node.kind !== "sequence" || node.items.length > 0),
  );
}

type Contents = Omit<
  ResourceSyntax,
  "span" | "node" | "id" | "name" | "description" | "requires" | "broken" | "brokenGuards" | "strayKeys"
>;

function contents(steps: Steps, report: Report): Contents {
  const items = steps.get("items");
  return {
    validations: validations(steps.get("validations"), report),
    before: parseConditions(steps.get("before"), report),
    after: parseConditions(steps.get("after"), report),
    onError: onError(steps.get("onError"), report),
    executors: steps.entries.flatMap((entry) => executorBlock(entry, report)),
    apiResponse: apiResponse(steps.get("apiResponse"), report),
    items: items && parseValue(items, "calls", report),
  };
}

/** What the resource does may stand at the top level, under `run`, or in both. */
class Steps {
  readonly entries: readonly MapEntry[];

  constructor(document: MapNode) {
    this.entries = [...(mapField(document, "run")?.entries ?? []), ...document.entries];
  }

  get(key: string): Node | undefined {
    return this.entries.find((entry) => entry.key === key)?.value;
  }
}

function executorBlock(entry: MapEntry, report: Report): ExecutorSyntax[] {
  const executor = executors.find(({ key }) => key === entry.key);
  if (executor === undefined || entry.value.kind !== "map") return [];
  const fields = new Map<string, ValueSyntax>();
  reportZeroTimeout(field(entry.value, "timeout"), report);
  for (const { key, value } of entry.value.entries) fields.set(key, executorField(executor.fields[key], value, report));
  return [{ key: entry.key, keySpan: entry.keySpan, fields }];
}

function executorField(field: Omit<ExecutorField, "description"> | undefined, node: Node, report: Report): ValueSyntax {
  const { kind = "value", fields = {}, sink } = field ?? {};
  if (kind === "duration") {
    return { kind: "literal", span: node.span, value: parseDuration(locatedText(node)?.value ?? "") };
  }
  if (kind === "name") return plainName(node);
  if (kind === "data") return parseData(node);
  if (kind === "settings" && node.kind === "map") return settings(fields, node, report);
  if (kind === "settings-list" && node.kind === "sequence") {
    const items = node.items.map((item) => executorField({ kind: "settings", fields }, item, report));
    return { kind: "list", span: node.span, items };
  }
  return parseValue(node, kind === "value" ? "calls" : sink === undefined ? "text" : "script", report);
}

/** What is refused by its shape names nothing. */
function plainName(node: Node): ValueSyntax {
  const isRefused = node.kind === "scalar" && node.unreadable;
  return { kind: "literal", span: node.span, value: isRefused ? "" : (locatedText(node)?.value ?? "") };
}

function settings(fields: ExecutorFields, node: MapNode, report: Report): ValueSyntax {
  const entries = node.entries.map(({ key, keySpan, value }) => ({
    key: { value: key, span: keySpan },
    value: executorField(fields[key], value, report),
  }));
  return { kind: "map", span: node.span, entries };
}

function validations(node: Node | undefined, report: Report): ValidationsSyntax {
  const properties = parseInputs(field(node, "properties")) ?? [];
  const needed = properties.filter(({ required }) => required).map(({ name, span }) => ({ value: name, span }));
  const error = mapField(node, "error");
  const message = field(error, "message");
  return {
    routes: textList(field(node, "routes")),
    methods: textList(field(node, "methods")),
    skip: parseConditions(field(node, "skip"), report),
    check: parseConditions(field(node, "check"), report),
    required: [...textList(field(node, "required")), ...needed],
    properties,
    error: error && { code: numberField(error, "code"), message: message && parseValue(message, "text", report) },
  };
}

function onError(node: Node | undefined, report: Report): OnErrorSyntax | undefined {
  if (node?.kind !== "map") return undefined;
  const fallback = field(node, "fallback");
  const delay = textField(node, "retryDelay");
  return {
    span: node.span,
    action: (textField(node, "action") ?? "fail") as OnErrorSyntax["action"],
    maxRetries: numberField(node, "maxRetries"),
    retryDelayMs: delay === undefined ? undefined : parseDuration(delay),
    backoff: numberField(node, "backoff"),
    when: parseConditions(field(node, "when"), report),
    expressions: parseConditions(field(node, "expr"), report),
    fallback: fallback && parseValue(fallback, "calls", report),
  };
}

function apiResponse(node: Node | undefined, report: Report): ApiResponseSyntax | undefined {
  if (node?.kind !== "map") return undefined;
  const value = (key: string): ValueSyntax | undefined => {
    const entry = field(node, key);
    return entry && parseValue(entry, "calls", report);
  };
  return {
    span: node.span,
    success: value("success"),
    response: value("response"),
    statusCode: value("statusCode"),
    headers: value("headers"),
  };
}
