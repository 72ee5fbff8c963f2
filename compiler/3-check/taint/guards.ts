import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanCondition, PlanResource } from "../../nouns/plan-resource.ts";
import type { RouteSyntax } from "../../nouns/settings-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import { planChildren } from "../../tree/plan-expressions.ts";
import { keyAt, keysAround, readsOf, type ValueKey } from "../../tree/value-key.ts";
import { walk } from "../../tree/walk.ts";
import type { Graph } from "../graph/graph.ts";
import { conditionLimits, type IsWritten, type MatchTest, matchTests } from "./condition-limits.ts";
import type { Limit } from "./limits.ts";
import { patternFacts } from "./pattern.ts";
import { type Phase, type Place, placeIn } from "./place.ts";
import { answersAll } from "./requests.ts";
import { schemaTexts } from "./schema.ts";
import type { Stores } from "./stores.ts";
import { anyText, isSameText } from "./text-set.ts";
import { isWrittenOut } from "./written-out.ts";

/** Resources whose conditions say the same of one value; with each, whether it holds for those downstream too. */
interface Guard {
  readonly limit: Limit;
  readonly lasting: Map<string, boolean>;
}

/** All that is said of the values with one key. */
interface Guarded {
  /** The stored names that the key is made of. */
  readonly names: readonly string[];
  readonly guards: Guard[];
}

/** A pattern of a check that lets more through than it seems to. */
export interface OpenTest extends MatchTest {
  readonly resource: string;
}

/** What the guards are made from. */
export interface GuardInput {
  readonly plans: ReadonlyMap<string, PlanResource>;
  readonly graph: Graph;
  readonly stores: Stores;
  readonly routes: readonly RouteSyntax[];
}

/** What the checks, skips and schemas of all resources say of values, for what comes after them. */
export class Guards {
  readonly #input: GuardInput;
  readonly #byKey = new Map<string, Guarded>();
  readonly #openByKey = new Map<string, OpenTest[]>();

  constructor(input: GuardInput) {
    this.#input = input;
    for (const plan of input.plans.values()) this.#read(plan);
  }

  /** Patterns of checks that are not anchored. */
  get openTests(): readonly OpenTest[] {
    return [...this.#openByKey.values()].flat();
  }

  /** What is known of the value with this key at a place, one after the other: who has enough stops. */
  *limitsAt(key: ValueKey, place: Place, at: Span): Generator<Limit> {
    if (this.#byKey.size === 0 && place.limits.size === 0) return;
    for (const { id } of keysAround(key)) {
      const local = place.limits.get(id);
      if (local !== undefined) yield local;
      const guarded = this.#byKey.get(id);
      for (const guard of guarded?.guards ?? []) {
        if (this.#holds(guard, guarded?.names ?? [], place, at)) yield guard.limit;
      }
    }
  }

  /** The patterns that are not anchored of checks of this value, on the way to a place; each for the first who asks. */
  *takeOpenTests(key: ValueKey, place: Place): Generator<OpenTest> {
    for (const { id } of keysAround(key)) {
      const left: OpenTest[] = [];
      for (const test of this.#openByKey.get(id) ?? []) {
        if (this.#reaches(test.resource, true, place)) yield test;
        else left.push(test);
      }
      if (left.length > 0) this.#openByKey.set(id, left);
      else this.#openByKey.delete(id);
    }
  }

  #read(plan: PlanResource): void {
    const place = placeIn(plan.id, "run");
    const lasts = (plan.onError?.action ?? "fail") === "fail";
    const { stores } = this.#input;
    const isWritten: IsWritten = (node, scope) => isWrittenOut(node, scope, (name) => stores.isConstant(name));
    const read = (conditions: readonly PlanCondition[], truth: boolean) => {
      for (const { expression } of conditions) {
        for (const limit of conditionLimits(expression, truth, place, isWritten).values())
          this.#guard(limit, plan.id, lasts);
        for (const test of openTests(expression, truth, place)) add(this.#openByKey, test.key.id, test);
      }
    };
    read(plan.skip, false);
    read(plan.checks, true);
    for (const [name, schema] of Object.entries((plan.properties ?? {}) as Readonly<Record<string, unknown>>)) {
      const texts = schemaTexts(schema, []);
      if (texts === anyText) continue;
      // A field of the body is the input of its name.
      for (const key of [keyAt({ kind: "input", name }), keyAt({ kind: "request", name: "body" }, [name])]) {
        this.#guard({ ...texts, key, span: plan.span }, plan.id, lasts);
      }
    }
  }

  #guard(limit: Limit, id: string, lasts: boolean): void {
    const guarded = this.#byKey.get(limit.key.id) ?? { names: storedNames(limit.key), guards: [] };
    this.#byKey.set(limit.key.id, guarded);
    const same = guarded.guards.find((guard) => isSameText(guard.limit, limit));
    if (same === undefined) guarded.guards.push({ limit, lasting: new Map([[id, lasts]]) });
    else same.lasting.set(id, lasts || (same.lasting.get(id) ?? false));
  }

  /** A stored name is the value that was checked only where nobody has stored another one since. */
  #holds({ lasting }: Guard, names: readonly string[], place: Place, at: Span): boolean {
    const isSame = (id: string) => names.every((name) => this.#input.stores.allBefore(name, id, place, at));
    if (lasting.has(place.resource) && this.#reaches(place.resource, true, place) && isSame(place.resource))
      return true;
    for (const [id, lasts] of lasting) {
      if (id !== place.resource && this.#reaches(id, lasts, place) && isSame(id)) return true;
    }
    return false;
  }

  #reaches(id: string, lasts: boolean, { resource, phase }: Place): boolean {
    if (id === resource) return phase !== "before" && phase !== "failed";
    return lasts && this.#input.graph.isUpstream(id, resource) && this.#appliesWith(id, resource, phase);
  }

  /** True where every request that `reader` answers is one that the guard answers too, and nothing skips the guard alone. */
  #appliesWith(id: string, reader: string, phase: Phase): boolean {
    const [guard, other] = [this.#input.plans.get(id), this.#input.plans.get(reader)];
    if (guard === undefined || other === undefined) return false;
    const skips = new Set(phase === "before" ? [] : other.skip.filter(isLasting).map(({ text }) => text));
    return guard.skip.every(({ text }) => skips.has(text)) && answersAll(guard, other, this.#input.routes);
  }
}

function storedNames(key: ValueKey): readonly string[] {
  return readsOf(key).flatMap((read) => (read.kind === "stored" ? [read.name] : []));
}

/** True for a condition that is the same for the whole run. */
function isLasting({ expression }: PlanCondition): boolean {
  const isSame = ({ kind }: PlanExpression) => kind !== "stored" && kind !== "info" && kind !== "result";
  return [...walk([expression], planChildren)].every(isSame);
}

/** Adds to the list under a key. */
function add<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}

function openTests(expression: PlanExpression, truth: boolean, place: Place): readonly OpenTest[] {
  return matchTests(expression, truth, place)
    .filter(({ source }) => {
      const facts = patternFacts(source);
      return facts !== undefined && !(facts.start && facts.end);
    })
    .map((test) => ({ ...test, resource: place.resource }));
}
