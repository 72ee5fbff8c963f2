import { type Code, code } from "../nouns/typescript.ts";
import { unreachable } from "../nouns/unreachable.ts";
import type { ValueType } from "../nouns/value-type.ts";

/** A static type as TypeScript writes it for callers of the module: what is not known is `unknown` to them. */
export function emitType(type: ValueType): Code {
  return typeOrNull(type, false);
}

/** The same for the module itself, which reads fields of what is not known. */
export function emitStateType(type: ValueType): Code {
  return typeOrNull(type, true);
}

function typeOrNull(type: ValueType, isState: boolean): Code {
  const plain = plainType(type, isState);
  return "optional" in type && type.optional ? code`${plain} | null` : plain;
}

function plainType(type: ValueType, isState: boolean): Code {
  switch (type.kind) {
    case "any":
    case "date":
    case "duration":
    case "timezone":
      return isState ? code`any` : code`unknown`;
    case "nil":
      return code`null`;
    case "bool":
      return code`boolean`;
    case "int":
    case "float":
      return code`number`;
    case "string":
      return code`string`;
    case "array":
      return code`readonly (${typeOrNull(type.element, isState)})[]`;
    case "map":
      if (type.fields === undefined || (isState && type.open))
        return isState ? code`any` : code`Readonly<Record<string, unknown>>`;
      return emitMembers(Object.entries(type.fields).map(([name, field]) => [name, typeOrNull(field, isState)]));
    default:
      return unreachable(type);
  }
}

/** The type of an object of the module with these properties. */
export function emitState(fields: Readonly<Record<string, ValueType>>): Code {
  return emitMembers(Object.entries(fields).map(([name, type]) => [name, emitStateType(type)]));
}

/** An object type with these properties, their types already written. */
export function emitMembers(fields: readonly (readonly [string, Code])[]): Code {
  if (fields.length === 0) return code`Readonly<Record<string, never>>`;
  return { kind: "members", members: fields };
}
