import { bytes, decimal, integer, timestamp } from "./values.ts";

type Parser = (text: string) => unknown;
type ParseArray = (text: string, parse: Parser) => unknown[];

/** How a value of this type is read (`SELECT oid, typname, typarray FROM pg_type`); all others stay text. */
export function parserOf(oid: number, parseArray: ParseArray): Parser {
  const scalar = scalars.get(oid);
  if (scalar !== undefined) return scalar;
  const element = elements.get(oid);
  return element === undefined ? asText : (text) => parseArray(text, element);
}

const asText: Parser = (text) => text;
const json: Parser = (text) => JSON.parse(text);

/** oid of the type, oid of its arrays, and how it is read. */
const types: readonly (readonly [oid: number, array: number, parse: Parser])[] = [
  [16, 1000, (text) => text === "t"],
  [17, 1001, (text) => bytes(Buffer.from(text.slice(2), "hex"))],
  [19, 1003, asText],
  [20, 1016, integer],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asText],
  [26, 1028, Number],
  [114, 199, json],
  [700, 1021, decimal],
  [701, 1022, decimal],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1083, 1183, asText],
  [1114, 1115, timestamp],
  [1184, 1185, timestamp],
  [1186, 1187, asText],
  [1700, 1231, decimal],
  [2950, 2951, asText],
  [3802, 3807, json],
];

const scalars: ReadonlyMap<number, Parser> = new Map(types.map(([oid, , parse]) => [oid, parse]));
const elements: ReadonlyMap<number, Parser> = new Map(types.map(([, array, parse]) => [array, parse]));
