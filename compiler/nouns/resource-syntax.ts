import type { MapNode } from "./node.ts";
import type { Located, Span } from "./source.ts";
import type { ExpressionSyntax, ValueSyntax } from "./value-syntax.ts";

/** One executor block: the fields as written, templates parsed. */
export interface ExecutorSyntax {
  readonly key: string;
  readonly keySpan: Span;
  readonly fields: ReadonlyMap<string, ValueSyntax>;
}

export interface OnErrorSyntax {
  readonly span: Span;
  readonly action: "fail" | "continue" | "retry";
  readonly maxRetries: number | undefined;
  readonly retryDelayMs: number | undefined;
  readonly backoff: number | undefined;
  readonly when: readonly ExpressionSyntax[];
  readonly expressions: readonly ExpressionSyntax[];
  readonly fallback: ValueSyntax | undefined;
}

export interface ApiResponseSyntax {
  readonly span: Span;
  readonly success: ValueSyntax | undefined;
  readonly response: ValueSyntax | undefined;
  readonly statusCode: ValueSyntax | undefined;
  readonly headers: ValueSyntax | undefined;
}

export interface ValidationsSyntax {
  readonly routes: readonly Located<string>[];
  readonly methods: readonly Located<string>[];
  readonly skip: readonly ExpressionSyntax[];
  readonly check: readonly ExpressionSyntax[];
  readonly required: readonly Located<string>[];
  readonly properties: readonly InputSyntax[];
  readonly error: { readonly code: number | undefined; readonly message: ValueSyntax | undefined } | undefined;
}

export interface ResourceSyntax {
  /** Of the actionId, or of the whole document where that is missing. */
  readonly span: Span;
  /** What it was read from, for fixes. */
  readonly node: MapNode;
  readonly id: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly requires: readonly Located<string>[];
  readonly validations: ValidationsSyntax;
  readonly before: readonly ExpressionSyntax[];
  readonly after: readonly ExpressionSyntax[];
  readonly onError: OnErrorSyntax | undefined;
  readonly executors: readonly ExecutorSyntax[];
  readonly apiResponse: ApiResponseSyntax | undefined;
  /** True where its shape is wrong: what it lacks has been reported, and nothing is said of what follows from it. */
  readonly broken: boolean;
  /** True where that is in what says when it runs and what it lets through, and not in its executor or its response. */
  readonly brokenGuards: boolean;
  /** Of a document of its own: keys that are unknown, which has been reported. */
  readonly strayKeys: readonly Located<string>[];
  /** What the executor is run for, one after the other or at the same time. */
  readonly items: ValueSyntax | undefined;
}

export interface InputSyntax {
  readonly name: string;
  readonly span: Span;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  readonly default: unknown;
  /** Of the default, else of the name. */
  readonly defaultSpan: Span;
  readonly description: string | undefined;
  /** Of a component: true where another input is required under a value of it. */
  readonly decides?: boolean;
}
