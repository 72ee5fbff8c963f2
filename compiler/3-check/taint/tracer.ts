import { everything } from "../../../runtime-lib/regex/char-set.ts";
import type { PlanExpression, PlanValue } from "../../nouns/plan.ts";
import type { Span } from "../../nouns/source.ts";
import type { ValueType } from "../../nouns/value-type.ts";
import { inflowsOfCall, longestWay } from "./component-flow.ts";
import { effectOf } from "./functions.ts";
import { each, type Inflow, inForm, join, narrow, noInflow, withCharacters } from "./inflow.ts";
import { isStep, keyOf, keyWith, pick, safePath } from "./key.ts";
import type { Path } from "./path.ts";
import { type Place, placeIn, withElement, withVariable } from "./place.ts";
import { schemaCharacters } from "./schema.ts";
import { fileParts, requestFacts, source } from "./source.ts";
import { resultOrigin } from "./sources.ts";
import { knowing, type Store } from "./stores.ts";
import type { World } from "./world.ts";

type Node<Kind extends PlanExpression["kind"]> = Extract<PlanExpression, { kind: Kind }>;

/** Values are followed through so many resources; nobody chains more. */
const deepest = 100;

/** Follows values back to where they come in from outside (spec section 8, `shell-injection`). */
export class Tracer {
  readonly #world: World;
  /** What crosses from one resource to another, by what and path; undefined while it is being looked for. */
  readonly #crossings = new Map<string, readonly Inflow[] | undefined>();
  #depth = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** All ways from outside into the value at `path` of an expression. */
  trace(node: PlanExpression, path: Path, place: Place): readonly Inflow[] {
    if (path.length === 0 && isPlain(node.type)) return noInflow;
    const found = this.#through(node, path, place);
    if (found.length === 0) return noInflow;
    const key = keyOf(node, path, place);
    return key === undefined ? found : this.#narrowed(found, key, place, node.span);
  }

  /** All ways into a value of a field. */
  traceValue(value: PlanValue, path: Path, place: Place): readonly Inflow[] {
    switch (value.kind) {
      case "constant":
        return noInflow;
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
        return noInflow;
    }
  }

  #through(node: PlanExpression, path: Path, place: Place): readonly Inflow[] {
    switch (node.kind) {
      case "input":
        return this.#input(node, path);
      case "request":
        return this.#request(node, path);
      case "argument":
        return source(node, path, `the argument "${node.name}", given by a model,`, place);
      case "file":
        return source(node, path, `the ${fileParts[node.part]}`);
      case "info": {
        const what = requestFacts.get(node.name);
        return what === undefined ? noInflow : source(node, path, what);
      }
      case "failure":
        return source(node, path, `what went wrong in "${place.resource}"`);
      case "result":
        return this.#result(node, path, place);
      case "stored":
        return this.#stored(node, path, place);
      case "variable": {
        const bound = place.variables.get(node.name);
        if (bound === undefined) return node.name === "item" ? this.#item(path, place) : noInflow;
        const known = { ...bound.place, facts: place.facts };
        return this.trace(bound.value, bound.element ? ["*", ...path] : path, known);
      }
      case "store":
        return this.trace(node.value, path, place);
      case "call":
        return this.#call(node, path, place);
      case "method":
        return this.#all(node.arguments, place, "plain");
      case "iteration":
        return this.#iteration(node, path, place);
      default:
        return this.#structure(node, path, place);
    }
  }

  #structure(node: PlanExpression, path: Path, place: Place): readonly Inflow[] {
    switch (node.kind) {
      case "binary":
        return this.#binary(node, path, place);
      case "member": {
        const step = node.key.kind === "constant" ? String(node.key.value) : "*";
        return this.trace(node.object, [step, ...path], place);
      }
      case "slice":
        return inForm(this.trace(node.object, path, place), node.type.kind === "array" ? "same" : "plain");
      case "conditional":
        return join(
          this.trace(node.consequent, path, knowing(node.test, true, place)),
          this.trace(node.alternate, path, knowing(node.test, false, place)),
        );
      case "let":
        return this.trace(node.body, path, withVariable(place, node.name, node.value));
      case "sequence": {
        const last = node.expressions.at(-1);
        return last === undefined ? noInflow : this.trace(last, path, place);
      }
      case "array":
        return join(...pick(node.elements, path[0]).map((element) => this.trace(element, path.slice(1), place)));
      case "map": {
        const pairs = node.pairs.filter(({ key }) => key.kind !== "constant" || isStep(path[0], String(key.value)));
        return join(...pairs.map(({ value }) => this.trace(value, path.slice(1), place)));
      }
      default:
        return noInflow;
    }
  }

  /** Any one of the items of the resource. */
  #item(path: Path, { resource }: Place): readonly Inflow[] {
    const items = this.#world.plans.get(resource)?.items;
    return items === undefined ? noInflow : this.traceValue(items.value, ["*", ...path], placeIn(resource, "run"));
  }

  #input(node: Node<"input">, path: Path): readonly Inflow[] {
    const { inputs, workflow } = this.#world;
    const schema = inputs.get(node.name)?.schema;
    const chars = schema === undefined ? everything : schemaCharacters(schema, path);
    const found = each(source(node, path, `the input "${node.name}"`), (inflow) => withCharacters(inflow, chars));
    if (workflow.kind === "workflow") return found;
    return found.map((inflow) => ({ ...inflow, form: "given", parameter: { name: node.name, path } }));
  }

  /** A field of the body is the input of its name: the schemas of inputs hold for both. */
  #request(node: Node<"request">, path: Path): readonly Inflow[] {
    const [name = "", ...rest] = path;
    const schema = node.part === "body" ? this.#world.inputs.get(name)?.schema : undefined;
    const chars = schema === undefined ? everything : schemaCharacters(schema, rest);
    return each(source(node, path, `the ${node.part} of the request`), (inflow) => withCharacters(inflow, chars));
  }

  #result(node: Node<"result">, path: Path, place: Place): readonly Inflow[] {
    const fallback = this.#world.plans.get(node.id)?.onError?.fallback;
    const own = this.#ownResult(node, path, place);
    if (fallback === undefined) return own;
    return join(
      own,
      this.#carried(`fallback ${node.id}`, node, place, () =>
        this.traceValue(fallback, [], placeIn(node.id, "failed")),
      ),
    );
  }

  #ownResult(node: Node<"result">, path: Path, place: Place): readonly Inflow[] {
    const { id } = node;
    const origin = resultOrigin(node, path, this.#world);
    if (origin.kind === "outside") {
      const note = { message: `${origin.what} comes in here`, span: origin.span };
      return source(node, path, origin.what).map((inflow) => ({ ...inflow, path: [note] }));
    }
    const name = keyWith(`result ${id} ${node.field ?? ""}`, path);
    return this.#carried(name, node, place, () =>
      origin.kind === "component"
        ? join(
            inflowsOfCall(origin.call, name, ({ value }, inner) => this.traceValue(value, inner, placeIn(id, "run"))),
          )
        : join(
            ...origin.values.map(({ value, path: inner, phase }) => this.traceValue(value, inner, placeIn(id, phase))),
          ),
    );
  }

  #stored(node: Node<"stored">, path: Path, place: Place): readonly Inflow[] {
    const stores = this.#world.stores.reaching(node.name, place, node.span);
    return join(...stores.map((store) => this.#store(store, path, node, place)));
  }

  #store(store: Store, path: Path, node: Node<"stored">, place: Place): readonly Inflow[] {
    const name = keyWith(`store ${store.name} ${store.place.resource} ${store.order}`, path);
    const note = { message: `"${store.place.resource}" stores it as "${store.name}"`, span: store.span };
    const found = this.#carried(name, node, place, () => this.trace(store.value, path, store.place));
    return found.map((inflow) => ({ ...inflow, path: [...inflow.path.slice(0, longestWay - 1), note] }));
  }

  /** What another place has found, once for all who ask, and as what is known here leaves it. */
  #carried(name: string, { span }: PlanExpression, place: Place, look: () => readonly Inflow[]): readonly Inflow[] {
    if (!this.#crossings.has(name) && this.#depth < deepest) {
      this.#crossings.set(name, undefined);
      this.#depth += 1;
      this.#crossings.set(name, look());
      this.#depth -= 1;
    }
    const found = this.#crossings.get(name) ?? noInflow;
    return found.flatMap((inflow) =>
      inflow.key === undefined ? inflow : this.#narrowed([inflow], inflow.key, place, span),
    );
  }

  #narrowed(found: readonly Inflow[], key: string, place: Place, at: Span): readonly Inflow[] {
    let left = found;
    for (const fact of this.#world.guards.factsAt(key, place, at)) {
      left = each(left, (inflow) => narrow(inflow, fact));
      if (left.length === 0) break;
    }
    return left;
  }

  #call(node: Node<"call">, path: Path, place: Place): readonly Inflow[] {
    const [first, second] = node.arguments;
    const steps = safePath(node);
    if (steps !== undefined && first !== undefined) return this.trace(first, [...steps, ...path], place);
    if (node.runtime === "defaultTo") {
      return join(...[first, second].map((value) => (value === undefined ? noInflow : this.trace(value, path, place))));
    }
    const { from: places, form = "plain", chars = everything, decodes = false } = effectOf(node.runtime);
    const given = places === undefined ? node.arguments : node.arguments.filter((_, index) => places.includes(index));
    const found = each(this.#all(given, place, form), (inflow) => withCharacters(inflow, chars));
    if (!decodes) return found;
    return found.map((inflow) => ({ ...inflow, key: undefined, chars: everything, conditions: [] }));
  }

  #all(values: readonly PlanExpression[], place: Place, form: Inflow["form"] | "same"): readonly Inflow[] {
    return inForm(join(...values.map((value) => this.trace(value, [], place))), form);
  }

  #iteration({ name, array, predicate, rest }: Node<"iteration">, path: Path, place: Place): readonly Inflow[] {
    const inner = withElement(place, array);
    const behind = name === "find" || name === "findLast" ? path : path.slice(1);
    switch (name) {
      case "map":
        return predicate === undefined ? noInflow : this.trace(predicate, behind, inner);
      case "filter":
      case "find":
      case "findLast": {
        const facts = predicate === undefined ? inner : knowing(predicate, true, inner);
        return this.trace(array, ["*", ...behind], { ...place, facts: facts.facts });
      }
      case "sortBy":
      case "groupBy":
        return this.trace(array, ["*", ...(name === "sortBy" ? behind : path.slice(2))], place);
      case "reduce":
        return join(
          predicate === undefined ? noInflow : this.trace(predicate, [], inner),
          ...rest.map((value) => this.trace(value, path, place)),
        );
      default:
        return noInflow;
    }
  }

  #binary({ operator, left, right }: Node<"binary">, path: Path, place: Place): readonly Inflow[] {
    if (operator === "??") return join(this.trace(left, path, place), this.trace(right, path, place));
    // A number is added to numbers only: text fails the run.
    if (operator !== "+" || isPlain(left.type) || isPlain(right.type)) return noInflow;
    const quotes = [left, right].some((side) => side.kind === "constant" && /["'`]/.test(String(side.value)));
    return this.#all([left, right], place, quotes ? "plain" : "same");
  }
}

/** Text from outside cannot be in these. */
function isPlain({ kind }: ValueType): boolean {
  return kind === "int" || kind === "float" || kind === "bool" || kind === "nil";
}
