import type { Plan, PlanAction, PlanValue } from "../plan.ts";
import { allResources, optionOf, readsFile } from "./effects.ts";
import { inputsOf } from "./inputs.ts";
import { type JsonSchema, schemaOfType } from "./json-schema.ts";
import { successSchema } from "./response-schema.ts";
import { resultType } from "./result-type.ts";

/** What a workflow is as a tool of an agent, beside its inputs: `tool` of its definition. */
export function toolOf(plan: Plan): JsonSchema {
  const actions = allResources(plan).flatMap(({ action }) => action ?? []);
  const target = plan.resources.find(({ id }) => id === plan.target);
  const output = target?.response === undefined ? schemaOfType(resultType(plan)) : successSchema(target);
  return {
    description: plan.description === undefined ? target?.description : undefined,
    asks: asked(plan),
    file: readsFile(allResources(plan)) || undefined,
    output,
    readOnly: actions.every(isReadOnly),
    openWorld: actions.some((action) => leavesMachine(action, plan)),
  };
}

/** What `validations` say of inputs, where `settings.inputs` does not say it already. */
function asked(plan: Plan): JsonSchema | undefined {
  const declared = new Map((plan.declaredInputs ?? []).map((input) => [input.name, input]));
  const needed = plan.resources.filter(({ onDemand }) => !onDemand);
  const inputs = inputsOf(needed, plan);
  const properties = inputs.filter(
    ({ name }) => !declared.has(name) && needed.some((resource) => hasProperty(resource.properties, name)),
  );
  const required = inputs.filter((input) => input.required && !declared.get(input.name)?.required);
  if (properties.length === 0 && required.length === 0) return undefined;
  return {
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    required: required.map(({ name }) => name),
  };
}

function hasProperty(properties: unknown, name: string): boolean {
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, name);
}

/** True only where it is certain: a program may do anything, a statement that is made at run time too. */
function isReadOnly(action: PlanAction): boolean {
  switch (action.runtime) {
    // What the resources of a component do counts by itself.
    case "chat":
    case "component":
      return true;
    case "httpClient": {
      const method = optionOf(action, "method");
      return method === undefined || /^(?:GET|HEAD|OPTIONS)$/i.test(constant(method) ?? "");
    }
    case "memory":
      return constant(optionOf(action, "action")) === "retrieve";
    case "sql":
      return optionOf(action, "queries") === undefined && onlyReads(constant(optionOf(action, "query")) ?? "");
    default:
      return false;
  }
}

const writing = /\b(?:into|for|insert|update|delete|merge)\b|;\s*\S/i;
/** What may stand before a parenthesis and changes nothing; functions of the database's own may do anything. */
const harmless = new Set(
  "and as avg by coalesce count distinct exists from in length lower max min not nullif on or over round select sum total upper values where".split(
    " ",
  ),
);

/** One SELECT that stores nothing, locks nothing and calls none but well-known functions. */
function onlyReads(statement: string): boolean {
  const called = [...statement.matchAll(/([\w"]+)\s*\(/g)].map(([, name = ""]) => name.toLowerCase());
  return /^\s*select\b/i.test(statement) && !writing.test(statement) && called.every((name) => harmless.has(name));
}

/** The text of an option, where no run can change it. */
function constant(value: PlanValue | undefined): string | undefined {
  return value?.kind === "constant" ? String(value.value) : undefined;
}

/** Whether it deals with what is beyond this machine, as far as that can be known. */
function leavesMachine(action: PlanAction, { connections }: Plan): boolean {
  if (action.runtime === "memory" || action.runtime === "component") return false;
  if (action.runtime !== "sql") return true;
  const drivers = connections.find(({ name }) => name === action.connection)?.drivers ?? [];
  return drivers.some((driver) => driver !== "sqlite");
}
