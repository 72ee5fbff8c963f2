import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { Span } from "../../nouns/source.ts";
import { keyAt, keyOf, type Path, type ValueKey } from "../../tree/value-key.ts";
import { longestWay, taintsOfCall } from "./component-summary.ts";
import { isPlain, type Part, partsOf, throughPart } from "./parts.ts";
import { type Phase, type Place, placeIn } from "./place.ts";
import { resultOrigin } from "./result-origin.ts";
import { schemaTexts } from "./schema.ts";
import { facts, fileParts, source } from "./source.ts";
import { isStep, pick } from "./steps.ts";
import type { Store } from "./stores.ts";
import { each, join, lost, narrow, type Taint, untainted, withTexts } from "./taint.ts";
import type { TaintContext } from "./taint-context.ts";
import { anyText } from "./text-set.ts";

type Node<Kind extends PlanExpression["kind"]> = Extract<PlanExpression, { kind: Kind }>;

/** Values are followed through so many resources and names; nobody chains more. */
const deepest = 100;

/** Follows values back to their sources (spec section 8, `shell-injection`). */
export class Tracer {
  readonly #context: TaintContext;
  /** What crosses from one resource to another, by what and path; undefined while it is being looked for. */
  readonly #crossings = new Map<string, readonly Taint[] | undefined>();
  #depth = 0;

  constructor(context: TaintContext) {
    this.#context = context;
  }

  /** The taints of the value at `path` of an expression. */
  trace(node: PlanExpression, path: Path, place: Place): readonly Taint[] {
    if (path.length === 0 && isPlain(node)) return untainted;
    const found = this.#through(node, path, place);
    if (found.length === 0) return untainted;
    const key = keyOf(node, path, place);
    return key === undefined ? found : this.#narrowed(found, key, place, node.span);
  }

  /** The taints of a value of a field. */
  traceValue(value: PlanValue, path: Path, place: Place): readonly Taint[] {
    switch (value.kind) {
      case "constant":
        return untainted;
      case "expression":
        return this.trace(value.expression, path, place);
      case "template": {
        const parts = value.parts.filter((part) => typeof part !== "string");
        return join(...parts.map((part) => this.trace(part, [], place)));
      }
      case "list":
        return join(...pick(value.items, path[0]).map((item) => this.traceValue(item, path.slice(1), place)));
      case "map": {
        const entries = value.entries.filter(({ key }) => isStep(path[0], key));
        return join(...entries.map((entry) => this.traceValue(entry.value, path.slice(1), place)));
      }
      default:
        return untainted;
    }
  }

  #through(node: PlanExpression, path: Path, place: Place): readonly Taint[] {
    switch (node.kind) {
      case "input":
        return this.#input(node, path);
      case "request":
        return this.#request(node, path);
      case "argument":
        return this.#argument(node, path, place);
      case "file":
        return source(node, path, `the ${fileParts[node.part]}`);
      case "info": {
        const what = facts[node.name];
        return what === undefined ? untainted : source(node, path, what);
      }
      case "failure":
        return source(node, path, `what went wrong in "${place.resource}"`);
      case "result":
        return this.#result(node, path, place);
      case "stored":
        return this.#stored(node, path, place);
      default: {
        const isItem = node.kind === "variable" && node.name === "item" && !place.variables.has(node.name);
        return isItem ? this.#item(path, place) : join(...partsOf(node, path, place).map((part) => this.#part(part)));
      }
    }
  }

  #part(part: Part): readonly Taint[] {
    return each(this.trace(part.value, part.path, part.place), (taint) => throughPart(taint, part));
  }

  /** Any one of the items of the resource. */
  #item(path: Path, { resource }: Place): readonly Taint[] {
    const items = this.#context.plans.get(resource)?.items;
    return items === undefined ? untainted : this.traceValue(items.value, ["*", ...path], placeIn(resource, "run"));
  }

  #input(node: Node<"input">, path: Path): readonly Taint[] {
    const { inputs, unreadInputs, workflow } = this.#context;
    if (unreadInputs.has(node.name)) return untainted;
    const schema = inputs.get(node.name)?.schema;
    const texts = schema === undefined ? anyText : schemaTexts(schema, path);
    const found = each(source(node, path, `the input "${node.name}"`), (taint) => withTexts(taint, texts));
    if (workflow.kind === "workflow") return found;
    return found.map((taint) => ({ ...taint, form: "given", parameter: { name: node.name, path } }));
  }

  #argument(node: Node<"argument">, path: Path, place: Place): readonly Taint[] {
    const texts = this.#context.argumentTexts(place.resource, node.name, path);
    const found = source(node, path, `the argument "${node.name}", given by a model,`, place);
    return each(found, (taint) => withTexts(taint, texts));
  }

  /** A field of the body is the input of its name: the schemas of inputs hold for both. */
  #request(node: Node<"request">, path: Path): readonly Taint[] {
    const [name = "", ...rest] = path;
    const schema = node.part === "body" ? this.#context.inputs.get(name)?.schema : undefined;
    const texts = schema === undefined ? anyText : schemaTexts(schema, rest);
    return each(source(node, path, `the ${node.part} of the request`), (taint) => withTexts(taint, texts));
  }

  #result(node: Node<"result">, path: Path, place: Place): readonly Taint[] {
    const fallback = this.#context.plans.get(node.id)?.onError?.fallback;
    const own = this.#ownResult(node, path, place);
    if (fallback === undefined) return own;
    return join(
      own,
      this.#carried(`fallback ${node.id}`, node, place, () =>
        this.traceValue(fallback, [], placeIn(node.id, "failed")),
      ),
    );
  }

  #ownResult(node: Node<"result">, path: Path, place: Place): readonly Taint[] {
    const origin = resultOrigin(node, path, this.#context);
    if (origin.kind === "source") {
      const note = { message: `${origin.source} comes in here`, span: origin.span };
      const found = source(node, path, origin.source).map((taint) => ({ ...taint, path: [note] }));
      return each(found, (taint) => withTexts(taint, origin.texts));
    }
    const key = keyAt({ kind: "result", name: node.id, field: node.field }, path);
    const trace = (value: PlanValue, inner: Path, phase: Phase) =>
      this.traceValue(value, inner, placeIn(node.id, phase));
    return this.#carried(key.id, node, place, () =>
      origin.kind === "component"
        ? join(taintsOfCall(origin.call, key, ({ value }, inner) => trace(value, inner, "run")))
        : join(...origin.values.map(({ value, path: inner, phase }) => trace(value, inner, phase))),
    );
  }

  #stored(node: Node<"stored">, path: Path, place: Place): readonly Taint[] {
    const stores = this.#context.stores.reaching(node.name, place, node.span);
    return join(...stores.map((store) => this.#store(store, path, node, place)));
  }

  #store(store: Store, path: Path, node: Node<"stored">, place: Place): readonly Taint[] {
    const name = JSON.stringify(["store", store.name, store.place.resource, store.order, ...path]);
    const note = { message: `"${store.place.resource}" stores it as "${store.name}"`, span: store.span };
    const found = this.#carried(name, node, place, () => this.trace(store.value, path, store.place));
    return found.map((taint) => ({ ...taint, path: [...taint.path.slice(0, longestWay - 1), note] }));
  }

  /** What another place has found, once for all who ask, and as what is known here leaves it. */
  #carried(name: string, { span }: PlanExpression, place: Place, look: () => readonly Taint[]): readonly Taint[] {
    if (!this.#crossings.has(name)) {
      if (this.#depth >= deepest) return [lost(span)];
      this.#crossings.set(name, undefined);
      this.#depth += 1;
      this.#crossings.set(name, look());
      this.#depth -= 1;
    }
    const found = this.#crossings.get(name) ?? untainted;
    return found.flatMap((taint) =>
      taint.key === undefined ? taint : this.#narrowed([taint], taint.key, place, span),
    );
  }

  #narrowed(found: readonly Taint[], key: ValueKey, place: Place, at: Span): readonly Taint[] {
    let left = found;
    for (const limit of this.#context.guards.limitsAt(key, place, at)) {
      left = each(left, (taint) => narrow(taint, limit));
      if (left.length === 0) break;
    }
    return left;
  }
}
