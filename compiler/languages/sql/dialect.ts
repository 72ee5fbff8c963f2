import type { ConnectionSyntax } from "../../nouns/settings-syntax.ts";
import type { SqlDialect } from "../../nouns/sql.ts";

/** The database of a connection, where its connection string begins with it or `driver` says so. */
export function dialectOf({ url, driver }: ConnectionSyntax): SqlDialect | undefined {
  const start = url.kind === "template" ? url.parts[0] : url.kind === "literal" ? url.value : undefined;
  const [, scheme = driver?.value ?? ""] = /^\s*([a-z]+):/i.exec(typeof start === "string" ? start : "") ?? [];
  return dialects.get(scheme.toLowerCase());
}

const dialects: ReadonlyMap<string, SqlDialect> = new Map([
  ["sqlite", "sqlite"],
  ["postgres", "postgres"],
  ["postgresql", "postgres"],
  ["mysql", "mysql"],
  ["mariadb", "mysql"],
]);
