import type { Report } from "../../nouns/diagnostic.ts";
import type { Position } from "../../nouns/expression.ts";
import type { ResultShape } from "../../nouns/plan-resource.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import { type Source, type Span, span } from "../../nouns/source.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { ValueType } from "../../nouns/value-type.ts";
import type { NearIndex } from "../../spelling/nearest.ts";
import type { ValueKey } from "../../tree/value-key.ts";
import type { Graph } from "../graph/graph.ts";
import type { Moment } from "../graph/moment.ts";
import type { Names } from "../graph/names.ts";
import type { Poison } from "../graph/poison.ts";
import type { Arguments } from "../graph/tools.ts";

/** A read of a resource's result (`name` is its id) or of a stored name. */
export interface Read {
  readonly kind: "result" | "stored";
  readonly reader: string;
  readonly name: string;
  readonly field: string | undefined;
  readonly span: Span;
  /** True in `after`, `apiResponse` and `onError`, where the reader's own result exists. */
  readonly ownResultIsThere: boolean;
  readonly moment: Moment | undefined;
}

/** What expressions read, beside results and stored names. */
export interface Used {
  readonly inputs: Set<string>;
  /** By resource, the arguments of its calls as a tool. */
  readonly arguments: Map<string, Set<string>>;
  /** Parts of the request, read as a whole. */
  readonly request: Set<string>;
}

/** The findings before anything is resolved. */
export function noFindings(poison: Poison): Omit<Findings, "environment" | "requiredEnvironment"> {
  return {
    reads: [],
    inputs: new Set(),
    arguments: new Map(),
    request: new Set(),
    stored: new Map(),
    poison,
    nilUses: [],
  };
}

/** What the expressions of a workflow read and use, gathered while they are resolved. */
export interface Findings extends Used {
  readonly reads: Read[];
  /** By name, the types that have been stored under it so far; expressions upstream are resolved first. */
  readonly stored: Map<string, ValueType[]>;
  /** Names of all environment variables that are read. */
  readonly environment: Set<string>;
  /** First place of each environment variable that is read without a default. */
  readonly requiredEnvironment: Map<string, Span>;
  readonly poison: Poison;
  /** Where a value that may be nil stands in a place that fails on nil. */
  readonly nilUses: NilUse[];
}

/** A value that may be nil, in a place that fails on nil. */
export interface NilUse {
  readonly span: Span;
  /** Why it may be nil, where that is known. */
  readonly why: string;
  /** Where it stands; undefined in no resource. */
  readonly resource: string | undefined;
}

/** The same for all expressions of a workflow. */
export interface WorkflowContext {
  readonly workflow: WorkflowSyntax;
  readonly graph: Graph;
  readonly names: Names;
  readonly arguments: Arguments;
  readonly shapes: ReadonlyMap<string, ResultShape>;
  readonly findings: Findings;
  /** All that `get` knows, for slips. */
  readonly known: NearIndex;
  readonly report: Report;
}

/** Where one expression stands. */
export interface ExpressionContext extends WorkflowContext {
  readonly source: Source;
  /** Undefined for expressions of the workflow itself, such as agentSettings.env. */
  readonly resource: ResourceSyntax | undefined;
  /** True where `set` is allowed: before, after, onError.expr. */
  readonly mayStore: boolean;
  readonly ownResultIsThere: boolean;
  /** When it is evaluated; undefined for expressions of the workflow itself. */
  readonly moment: Moment | undefined;
  /** Names in scope, such as `let` variables and `error`. */
  readonly variables: ReadonlyMap<string, ValueType>;
  /** Values that conditions on the way here have found not to be nil; see nil.ts. */
  readonly nonNil: readonly ValueKey[];
  /** True where a missing value is dealt with: left of `??`, compared to nil, in default(). */
  readonly nilIsHandled: boolean;
}

type Owner = Pick<ExpressionContext, "resource" | "findings" | "moment">;

/** The report for what keeps an expression from having a type: rules that hang on its resource then stay silent. */
export function untyped(owner: Owner & Pick<ExpressionContext, "report">): Report {
  return (code, at, message, extras) => {
    notePoison("untyped", owner, at);
    owner.report(code, at, message, extras);
  };
}

/** Notes that an expression could not be read, or typed. */
export function notePoison(
  kind: "unread" | "untyped",
  { resource, findings: { poison }, moment }: Owner,
  at: Span,
): void {
  poison[kind].add(resource?.id);
  const isValue = resource === undefined || moment?.part === "executor" || moment?.part === "response";
  if (!isValue) poison.guards.push({ resource: resource.id, at });
}

interface Placed extends Position {
  readonly inner?: Position;
}

/** The span of a part of the expression, without parentheses around it. */
export function spanOf({ inner, start, end }: Placed, { source }: Pick<ExpressionContext, "source">): Span {
  return inner === undefined ? span(source, start, end) : span(source, inner.start, inner.end);
}
