/** The whole contract between emitted code and the runtime library. */

export { checkSqlite } from "./addon.ts";
export { type ChatResult, chat, chatFallback } from "./chat.ts";
export { component } from "./component.ts";
export { date, duration, now, timezone } from "./dates/functions.ts";
export { callMethod } from "./dates/methods.ts";
export type { ComponentDefinition, Failure, WorkflowDefinition } from "./definition.ts";
export { type ExecResult, exec } from "./exec.ts";
export { execFallback, type Valued, withValue } from "./fallback.ts";
export { bitand, bitnand, bitnot, bitor, bitshl, bitshr, bitushr, bitxor } from "./functions/bitwise.ts";
export {
  concat,
  first,
  flatten,
  fromPairs,
  join,
  keys,
  last,
  len,
  reverse,
  safe,
  sort,
  take,
  toPairs,
  uniq,
  values,
} from "./functions/collections.ts";
export {
  defaultTo,
  float,
  fromBase64,
  fromJSON,
  int,
  quote,
  toBase64,
  toJSON,
  toText,
  typeName,
  urlencode,
} from "./functions/conversions.ts";
export { abs, ceil, floor, max, mean, median, min, round, sum } from "./functions/numbers.ts";
export {
  hasPrefix,
  hasSuffix,
  indexOf,
  lastIndexOf,
  lower,
  repeat,
  replace,
  split,
  splitAfter,
  trim,
  trimPrefix,
  trimSuffix,
  upper,
} from "./functions/strings.ts";
export { runAsGithubAction } from "./github-action.ts";
export { type HttpResult, httpClient, httpFallback } from "./http-client.ts";
export { type Columns, columns, each, type NilableColumns } from "./items.ts";
export { runAsMcpExecutable, runAsMcpServer } from "./mcp.ts";
export { type MemoryResult, memory } from "./memory.ts";
export {
  add,
  bool,
  compare,
  equal,
  isIn,
  member,
  modulo,
  multiply,
  number,
  optionalMember,
  range,
  slice,
  str,
  subtract,
  test,
  textTest,
} from "./operators.ts";
export {
  checkOrder,
  elements,
  firstOf,
  groupByKeys,
  groupKey,
  holds,
  sortByKeys,
  summand,
} from "./predicates.ts";
export { type PythonResult, preparePython, python, pythonFallback } from "./python.ts";
export { matches, pattern, schemaPattern } from "./regex.ts";
export type { ApiResult } from "./run-state.ts";
export { server } from "./server.ts";
export { checkSqlConnection } from "./sql/connection.ts";
export { mysql } from "./sql/mysql.ts";
export { postgres } from "./sql/postgres.ts";
export { type SqlResult, sql, sqlFallback } from "./sql/sql.ts";
export { sqlite } from "./sql/sqlite.ts";
export type { Step } from "./step.ts";
export { json, text } from "./values.ts";
export { runAsExecutable, runAsProgram, workflow } from "./workflow.ts";
