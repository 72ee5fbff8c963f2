import type { ComponentSummary } from "./component-summary.ts";
import { findFlows } from "./find-flows.ts";
import { findSplices, type Splice } from "./find-splices.ts";
import type { Flow } from "./flow.ts";
import { type TaintContext, type TaintInput, taintContextOf } from "./taint-context.ts";
import { targetSummary } from "./target-summary.ts";
import { Tracer } from "./tracer.ts";

/** What the rules about injection look at, made with the first question. */
export class TaintAnalysis {
  readonly #input: TaintInput;
  #context: TaintContext | undefined;
  #tracer: Tracer | undefined;
  #flows: readonly Flow[] | undefined;
  #splices: readonly Splice[] | undefined;

  constructor(input: TaintInput) {
    this.#input = input;
  }

  get context(): TaintContext {
    this.#context ??= taintContextOf(this.#input);
    return this.#context;
  }

  /** All of the workflow, in its order. */
  get flows(): readonly Flow[] {
    this.#flows ??= [...findFlows(this.context, this.#follow)];
    return this.#flows;
  }

  /** Where tainted text can leave its place in a URL, a path or the like, in the order of the workflow. */
  get splices(): readonly Splice[] {
    this.#splices ??= [...findSplices(this.context, this.#follow)];
    return this.#splices;
  }

  /** Of the resources of a component: what its value holds for those that call it. */
  readonly summary: ComponentSummary = (path) => targetSummary(this.context, this.#follow)(path);

  get #follow(): Tracer {
    this.#tracer ??= new Tracer(this.context);
    return this.#tracer;
  }
}
