import { has, intersect } from "../../../runtime-lib/regex/char-set.ts";
import { findExecutor } from "../../executors/list.ts";
import type { ExecutorFields, Sink } from "../../nouns/executor.ts";
import type { PlanEntry, PlanExpression, PlanValue } from "../../nouns/plan.ts";
import type { ComponentFlow } from "./component-flow.ts";
import type { Inflow } from "./inflow.ts";
import type { Hole, Reader } from "./languages/language.ts";
import { PythonReader } from "./languages/python.ts";
import { ShellReader } from "./languages/shell.ts";
import { SqlReader } from "./languages/sql.ts";
import { placeIn } from "./place.ts";
import { targetFlow } from "./target-flow.ts";
import { Tracer } from "./tracer.ts";
import { type World, type WorldInput, worldOf } from "./world.ts";

/** Text from outside that is read as part of a program. */
export interface Breach {
  readonly sink: Sink;
  readonly resource: string;
  /** The template that lets it in. */
  readonly expression: PlanExpression;
  /** The whole text with its templates. */
  readonly text: PlanValue;
  readonly hole: Hole;
  readonly inflow: Inflow;
  /** True where the value says which program is started. */
  readonly isProgram: boolean;
}

/** What the rules about values from outside look at, made with the first question. */
export class Outside {
  readonly #input: WorldInput;
  #world: World | undefined;
  #tracer: Tracer | undefined;
  #breaches: readonly Breach[] | undefined;

  constructor(input: WorldInput) {
    this.#input = input;
  }

  get world(): World {
    this.#world ??= worldOf(this.#input);
    return this.#world;
  }

  /** All of the workflow, in its order. */
  get breaches(): readonly Breach[] {
    this.#breaches ??= [...findBreaches(this.world, this.#follow)];
    return this.#breaches;
  }

  /** Of the resources of a component: what its value holds for those that call it. */
  readonly flow: ComponentFlow = (path) => targetFlow(this.world, this.#follow)(path);

  get #follow(): Tracer {
    this.#tracer ??= new Tracer(this.world);
    return this.#tracer;
  }
}

function* findBreaches(world: World, tracer: Tracer): Generator<Breach> {
  for (const [id, resource] of world.graph.resources) {
    const fields = findExecutor(resource.executors[0]?.key ?? "")?.fields;
    const options = world.plans.get(id)?.action?.options ?? [];
    if (fields === undefined || resource.broken) continue;
    const program = options.some(({ key }) => key === "args");
    for (const { sink, text } of sinksIn(options, fields)) {
      yield* breachesIn(text, { sink, program, resource: id }, tracer);
    }
  }
}

interface Place {
  readonly sink: Sink;
  readonly resource: string;
  /** True where a text of one word is a program that is started without a shell. */
  readonly program: boolean;
}

function* sinksIn(options: readonly PlanEntry[], fields: ExecutorFields): Generator<{ sink: Sink; text: PlanValue }> {
  for (const [key, field] of Object.entries(fields)) {
    const value = options.find((option) => option.key === (field.option ?? key))?.value;
    if (value === undefined) continue;
    if (field.sink !== undefined) yield { sink: field.sink, text: value };
    if (field.fields === undefined) continue;
    const maps = value.kind === "list" ? value.items : [value];
    for (const map of maps) if (map.kind === "map") yield* sinksIn(map.entries, field.fields);
  }
}

const readers: Readonly<Record<Sink, () => Reader>> = {
  shell: () => new ShellReader(),
  python: () => new PythonReader(),
  sql: () => new SqlReader(),
};

function* breachesIn(text: PlanValue, { sink, program, resource }: Place, tracer: Tracer): Generator<Breach> {
  const parts = partsOf(text);
  const isProgram = program && sink === "shell" && !parts.some((part) => typeof part === "string" && /\s/.test(part));
  const reader = readers[sink]();
  for (const part of parts) {
    if (typeof part === "string") reader.read(part);
    else if (part.kind === "constant" && part.type.kind === "string") reader.read(String(part.value));
    else {
      const hole = reader.hole();
      const inflows = tracer.trace(part, [], placeIn(resource, "run"));
      const inflow = inflows.find((found) => !isHeld(found, hole));
      if (inflow !== undefined) yield { sink, resource, expression: part, text, hole, inflow, isProgram };
    }
  }
}

function partsOf(text: PlanValue): readonly (string | PlanExpression)[] {
  if (text.kind === "template") return text.parts;
  return text.kind === "expression" ? [text.expression] : [];
}

/** True where the value stays a value. JSON brings quotes of its own. */
function isHeld({ form, chars }: Inflow, { holds, special }: Hole): boolean {
  if (form === holds) return true;
  return intersect(chars, special).length === 0 && !(form === "json" && has(special, 0x22));
}
