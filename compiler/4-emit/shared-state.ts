import type { Plan } from "../nouns/plan.ts";
import type { PlanResource, ResultShape } from "../nouns/plan-resource.ts";
import { block, type Code, code, type Identifier, member } from "../nouns/typescript.ts";
import { emitMembers, emitState, emitStateType } from "./types.ts";
import { flow } from "./words.ts";

/** The types of what the resources of a graph share. */
export function emitSharedState(state: Identifier, step: Identifier, graph: GraphState): Code {
  const { resources, storedNames, inputs } = graph;
  const members = block([
    code`results: ${emitMembers(resources.map((resource) => [resource.id, emitResultType(resource)]))};`,
    code`names: ${emitState(Object.fromEntries(storedNames.map(({ name, type }) => [name, type])))};`,
    code`inputs: ${emitState(Object.fromEntries(inputs.map(({ name, type }) => [name, type])))};`,
  ]);
  return code`\ninterface ${state} ${members}\n\ntype ${step} = flow.Step<${state}>;`;
}

type GraphState = Pick<Plan, "resources" | "storedNames" | "inputs">;

function emitResultType({ result }: PlanResource): Code {
  const type = result.each === undefined ? emitOneResult(result) : emitManyResults(result, result.each.nilable);
  return result.optional ? code`${type} | null` : type;
}

function emitOneResult(result: ResultShape): Code {
  if (result.fallback && result.main === undefined) return code`unknown`;
  const plain = result.typeName === undefined ? emitStateType(result.type) : code`${member(flow, result.typeName)}`;
  return result.fallback ? code`flow.Valued<${plain}>` : plain;
}

/** Of a resource with items: its results in an array, or the fields of its results in one array each. */
function emitManyResults(result: ResultShape, nilable: boolean): Code {
  if (result.main === undefined && (result.fallback || result.typeName === undefined))
    return emitStateType(result.type);
  const row = emitOneResult(result);
  if (result.main === undefined) return nilable ? code`readonly (${row} | null)[]` : code`readonly ${row}[]`;
  return nilable ? code`flow.NilableColumns<${row}>` : code`flow.Columns<${row}>`;
}
