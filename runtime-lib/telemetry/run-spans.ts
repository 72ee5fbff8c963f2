import { toFlowError } from "../run/errors.ts";
import type { FlowEvent } from "../run/events.ts";
import type { RunTrace, TraceContext, TracedCall } from "../run/trace.ts";
import { isMap } from "../run/values.ts";
import { callKinds } from "./call-kinds.ts";
import type { Fields } from "./call-spans.ts";
import { type Span, spanKinds } from "./span.ts";

/** The spans of one run: each resource in the run, or in the resource that called it, and what it asks outside. */
export class RunSpans implements RunTrace {
  readonly #root: Span;
  /** By the ids of events: `fetch`, `caller/fetch`. */
  readonly #resources = new Map<string, Span>();

  /** `root` is the span of the run, or of the request that it answers. */
  constructor(root: Span) {
    this.#root = root;
  }

  /** A function of its own, as sinks are handed on. */
  readonly onEvent = (event: FlowEvent): void => {
    const { actionId } = event;
    if (actionId !== undefined) this.#onResource(actionId, event);
    else if (event.event === "workflow.started") this.#root.add({ "flowc.run.id": event.runId });
    else if (event.event === "workflow.failed")
      this.#root.fail(event.failureClass ?? "tool_runtime", event.message ?? "");
  };

  async call<Answer>(traced: TracedCall, perform: (context: TraceContext) => Promise<Answer>): Promise<Answer> {
    const { step, kind, request } = traced;
    const around = this.#at(step.place ?? step.id);
    const spans = callKinds[kind];
    if (spans === undefined) return perform(around.context);
    const { item, attempt = 1 } = step;
    const span = around.inside({ kind: spanKinds.client, ...spans.start(request as Fields, step) });
    span.add({ "flowc.item": item?.index, ...(attempt > 1 && { "flowc.attempt": attempt }) });
    try {
      const answer = await perform(span.context);
      span.add(isMap(answer) ? (spans.answered?.(answer) ?? {}) : {});
      if (span.attributes["error.type"] !== undefined) span.failure = "";
      return answer;
    } catch (thrown) {
      const { failureClass, message } = toFlowError(thrown);
      span.fail(failureClass, step.redact?.(message) ?? message);
      throw thrown;
    } finally {
      span.end();
    }
  }

  #onResource(
    id: string,
    { event, resourceType, message = "", failureClass = "tool_runtime", ...more }: FlowEvent,
  ): void {
    if (event === "resource.started") this.#start(id, resourceType);
    else if (event === "resource.retrying")
      this.#at(id).happened("retry", {
        "error.type": failureClass,
        "flowc.attempt": more.attempt,
        "flowc.message": message,
      });
    else if (event === "resource.completed" || event === "resource.skipped" || event === "resource.failed") {
      const span = this.#resources.get(id) ?? this.#start(id, resourceType);
      const { items, exitCode, place } = more;
      span.add({
        "process.exit.code": exitCode,
        ...(items && { "flowc.items.total": items.total, "flowc.items.failed": items.failed }),
        ...(event === "resource.skipped" && { "flowc.skipped": message }),
        ...(event === "resource.failed" && { "flowc.recovered": more.recovered === true, "flowc.place": place }),
      });
      if (event === "resource.failed") span.fail(failureClass, message);
      span.end();
    }
  }

  #start(id: string, type: string | undefined): Span {
    const at = id.lastIndexOf("/");
    const around = at === -1 ? this.#root : this.#at(id.slice(0, at));
    const span = around.inside({ name: id, attributes: { "flowc.resource.id": id, "flowc.resource.type": type } });
    this.#resources.set(id, span);
    return span;
  }

  /** The span of a place: `fetch[3]` is an item of `fetch`, `caller!2/fetch` runs in the second attempt of `caller`. */
  #at(place: string): Span {
    const id = place.replaceAll(/!\d+(?=\/)/g, "");
    return this.#resources.get(id) ?? this.#resources.get(id.replace(/\[\d+\]$/, "")) ?? this.#root;
  }
}
