/** Node's own HTTP, loaded with the first request: that takes longer than many a run. */
export function loadHttp(): typeof import("node:http") {
  return process.getBuiltinModule("node:http");
}

/** The same for https:. */
export function loadHttps(): typeof import("node:https") {
  return process.getBuiltinModule("node:https");
}
