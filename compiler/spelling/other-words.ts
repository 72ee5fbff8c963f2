/** Keys of other tools, as their users write them here, and those of flowc with the same meaning. */
const words: ReadonlyMap<string, readonly string[]> = new Map([
  ["id", ["actionId"]],
  ["dependson", ["requires"]],
  ["needs", ["requires"]],
  ["retries", ["maxRetries", "maxAttempts"]],
  ["attempts", ["maxAttempts", "maxRetries"]],
  ["cmd", ["command"]],
  ["run", ["command"]],
  ["cwd", ["workingDir"]],
  ["workdir", ["workingDir"]],
  ["environment", ["env"]],
  ["port", ["portNum"]],
  ["host", ["hostIp"]],
  ["connection", ["connectionName"]],
]);

/** Words for what a resource does, and the block that does it. */
const blocks: ReadonlyMap<string, string> = new Map([
  ...["shell", "cmd", "command", "bash", "script"].map((word) => [word, "exec: { command: … }"] as const),
  ...["http", "fetch", "request", "url"].map((word) => [word, "httpClient: { url: … }"] as const),
  ...["llm", "ai", "prompt"].map((word) => [word, "chat: { model: …, prompt: … }"] as const),
  ...["query", "database"].map((word) => [word, "sql: { connectionName: …, query: … }"] as const),
  ...["if", "when"].map((word) => [word, "validations: { skip: … }, with what must not be"] as const),
]);

/** The known key that another word stands for: one of another tool's, or the beginning of one key alone. */
export function otherWord(key: string, known: readonly string[]): string | undefined {
  const meant = words.get(key.toLowerCase().replaceAll(/[-_]/g, ""))?.find((word) => known.includes(word));
  if (meant !== undefined) return meant;
  const [only, second] = known.filter((word) => key.length >= 4 && word.startsWith(key) && word !== key);
  return second === undefined ? only : undefined;
}

/** The block to write in a resource for a key that it does not have. */
export function otherBlock(key: string, known: readonly string[]): string | undefined {
  return known.includes("actionId") ? blocks.get(key.toLowerCase()) : undefined;
}
