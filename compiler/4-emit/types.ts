import { unreachable } from "../unreachable.ts";
import type { ValueType } from "../value-type.ts";
import { type Code, code, indented, join, propertyKey } from "./code.ts";

/** A static type as TypeScript writes it. */
export function emitType(type: ValueType): Code {
  const plain = plainType(type);
  return "optional" in type && type.optional ? code`${plain} | null` : plain;
}

function plainType(type: ValueType): Code {
  switch (type.kind) {
    case "any":
    case "date":
    case "duration":
    case "timezone":
      return code`unknown`;
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
      return code`readonly (${emitType(type.element)})[]`;
    case "map":
      return type.fields === undefined ? code`Readonly<Record<string, unknown>>` : emitRecord(type.fields);
    default:
      return unreachable(type);
  }
}

/** An object type with these properties. */
export function emitRecord(fields: Readonly<Record<string, ValueType>>): Code {
  return emitMembers(Object.entries(fields).map(([name, type]) => [name, emitType(type)]));
}

/** An object type with these properties, their types already written. */
export function emitMembers(fields: readonly (readonly [string, Code])[]): Code {
  if (fields.length === 0) return code`Readonly<Record<string, never>>`;
  return typeLiteral(fields.map(([name, type]) => code`${propertyKey(name)}: ${type}`));
}

function typeLiteral(members: readonly Code[]): Code {
  const line = code`{ ${join(members, "; ")} }`;
  if (line.length <= 96) return line;
  return code`{\n${join(
    members.map((member) => code`  ${indented(member)};`),
    "\n",
  )}\n}`;
}
