import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  stringType,
  type ValueType,
} from "../../../nouns/value-type.ts";

/**
 * The type in which a value of this PostgreSQL type arrives, as the bundle's driver reads it
 * (`SELECT oid, typname, typarray FROM pg_type`). What is not listed arrives as text.
 */
export function typeOfOid(oid: number): ValueType {
  const found = scalars.get(oid);
  if (found !== undefined) return found;
  return arrays.has(oid) ? arrayOf(anyType) : stringType;
}

const scalars: ReadonlyMap<number, ValueType> = new Map<number, ValueType>([
  [16, boolType],
  [20, intType],
  [21, intType],
  [23, intType],
  [26, intType],
  [114, anyType],
  [700, floatType],
  [701, floatType],
  [1700, floatType],
  [3802, anyType],
]);

const arrays: ReadonlySet<number> = new Set([
  199, 1000, 1001, 1003, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1028, 1115, 1182, 1183, 1185, 1187, 1231, 2951,
  3807,
]);
