/** The whole contract between emitted code and the runtime library. */

export { type ChatResult, chat, chatFallback } from "./chat/chat.ts";
export { date, duration, now, timezone } from "./dates/functions.ts";
export { callMethod } from "./dates/methods.ts";

export { type ExecResult, exec } from "./exec/exec.ts";
export { type ExecValueResult, execValue } from "./exec/exec-value.ts";
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
} from "./functions/operators.ts";
export {
  checkOrder,
  elements,
  firstOf,
  groupByKeys,
  groupKey,
  holds,
  sortByKeys,
  summand,
} from "./functions/predicates.ts";
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
export { runAsGithubAction } from "./github/github-action.ts";
export { httpClient, httpFallback } from "./http/http-client.ts";
export type { HttpResult } from "./http/result.ts";
export { lambdaHandler } from "./lambda/lambda-handler.ts";
export { runAsMcpExecutable, runAsMcpServer } from "./mcp/mcp.ts";
export { memory } from "./memory/memory.ts";
export type { MemoryResult } from "./memory/request.ts";
export { type PythonResult, preparePython, python, pythonFallback } from "./python/python.ts";
export { matches, pattern, schemaPattern } from "./regex/regex.ts";
export { requireInputs, validate } from "./run/asked-inputs.ts";
export { component } from "./run/component.ts";
export type { ComponentDefinition, Failure, WorkflowDefinition } from "./run/definition.ts";
export { execFallback, type Valued, withValue } from "./run/fallback.ts";
export { argument, bodyFields, env, file, folder, info, optionalEnv, request } from "./run/given.ts";
export { type Columns, columns, each, type NilableColumns } from "./run/items.ts";
export { retry } from "./run/recovery.ts";
export type { ApiResult } from "./run/state.ts";
export type { Step } from "./run/step.ts";
export { json, text } from "./run/values.ts";
export { runAsExecutable, runAsProgram, workflow } from "./run/workflow.ts";
export { schedule } from "./schedule/schedule.ts";
export { server } from "./serve/server.ts";
export { checkSqlConnection } from "./sql/connection.ts";
export { mysql } from "./sql/mysql.ts";
export { postgres } from "./sql/postgres.ts";
export { type SqlResult, sql, sqlFallback } from "./sql/sql.ts";
export { sqlite } from "./sql/sqlite.ts";
export { checkSqlite } from "./sqlite/addon.ts";
export { store } from "./store/store.ts";
