/** Names of the environment variables that a part of a plan reads, in their order. */
export function variablesIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const { kind, name } = part as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === "environment" && typeof name === "string") return [name];
  return Object.entries(part).flatMap(([key, value]) => (key === "span" || key === "type" ? [] : variablesIn(value)));
}
