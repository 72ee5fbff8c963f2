/**
 * Node's own HTTP, loaded with the first request. An `import` would make every export of it, and with some of them Node
 * loads its `fetch`: more time than many a run takes. Node 22.0 to 22.2 have no getBuiltinModule.
 */
export async function loadHttp(): Promise<typeof import("node:http")> {
  return process.getBuiltinModule?.("node:http") ?? import("node:http");
}

/** The same for https:. */
export async function loadHttps(): Promise<typeof import("node:https")> {
  return process.getBuiltinModule?.("node:https") ?? import("node:https");
}
