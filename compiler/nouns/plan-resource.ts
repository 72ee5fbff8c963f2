import type { PlanExpression } from "./plan-expression.ts";
import type { PlanEntry, PlanValue } from "./plan-value.ts";
import type { Span } from "./source.ts";
import type { ValueType } from "./value-type.ts";

export interface PlanResource {
  readonly id: string;
  readonly span: Span;
  readonly description: string | undefined;
  readonly resourceType: string;
  readonly requires: readonly string[];
  /** True where it runs only when a chat's model calls for it, or for what requires it. */
  readonly onDemand: boolean;
  readonly routes: readonly string[];
  readonly methods: readonly string[];
  readonly before: readonly PlanExpression[];
  readonly skip: readonly PlanCondition[];
  readonly required: readonly string[];
  /** JSON Schemas of inputs, by name. */
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly checks: readonly PlanCondition[];
  readonly failureMessage: PlanValue | undefined;
  readonly failureCode: number | undefined;
  /** What the action is done for each of; undefined: it is done once. */
  readonly items: PlanItems | undefined;
  readonly action: PlanAction | undefined;
  readonly response: PlanResponse | undefined;
  readonly after: readonly PlanExpression[];
  readonly onError: PlanOnError | undefined;
  /** What a run of it leaves for others. */
  readonly result: ResultShape;
}

/** How others read a result. `main`: the field that the bare value is; `optional`: nil when skipped or failed. */
export interface ResultShape {
  readonly main: string | undefined;
  readonly type: ValueType;
  /** The type in the runtime library, where it has one. */
  readonly typeName: string | undefined;
  /** True where it may be nil. */
  readonly optional: boolean;
  /** The same where the resource is asked to run: it is skipped, or goes on without a result after a failure. */
  readonly skippable: boolean;
  /** True where `onError.fallback` may stand in for the result: the bare value is then its field `value`. */
  readonly fallback: boolean;
  /** What the fallback is, as far as it is written out; undefined where there is none. */
  readonly fallbackType?: ValueType | undefined;
  /** Function of the runtime library that makes a result of a fallback. Undefined: the fallback is the result. */
  readonly fallbackName: string | undefined;
  /**
   * Of a resource with `items`: each field of `type` is an array with that field of each result (without `main`, `type`
   * itself is the array). `nilable`: an item may have gone on without a result.
   */
  readonly each: { readonly nilable: boolean } | undefined;
}

/** The items of a resource, read as `item` in its executor's fields and in `onError`. */
export interface PlanItems {
  readonly value: PlanValue;
  readonly element: ValueType;
}

/** A condition with its own text, for the message when it decides something. */
export interface PlanCondition {
  readonly expression: PlanExpression;
  readonly text: string;
}

/** One call of a runtime function with named options. */
export interface PlanAction {
  readonly runtime: string;
  /** The place of the component made of resources that `runtime` is given. */
  readonly component?: string;
  readonly options: readonly PlanEntry[];
  /** Name of the database that it uses. */
  readonly connection?: string | undefined;
}

export interface PlanResponse {
  readonly span: Span;
  readonly success: PlanValue;
  readonly response: PlanValue;
  readonly statusCode: PlanValue | undefined;
  readonly headers: PlanValue | undefined;
}

export interface PlanOnError {
  readonly action: "fail" | "continue" | "retry";
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly backoff: number;
  readonly when: readonly PlanExpression[];
  readonly expressions: readonly PlanExpression[];
  readonly fallback: PlanValue | undefined;
}
