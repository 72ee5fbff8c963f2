import type { Report } from "../../nouns/diagnostic.ts";
import type { PlanConnection } from "../../nouns/plan.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { ConnectionSyntax } from "../../nouns/settings-syntax.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { asText, resolveValue, type ValueContext } from "../resolve/value.ts";

/** Databases by the scheme of their connection strings; the values are objects of the runtime library. */
const drivers: Readonly<Record<string, string>> = {
  sqlite: "sqlite",
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
};
const allDrivers = [...new Set(Object.values(drivers))];

/**
 * The databases of the workflow. Which drivers a bundle needs is decided here: by what stands before the `:` of the
 * connection string where that is written out, else by `driver`, else all of them.
 */
export function planConnections(
  connections: readonly ConnectionSyntax[],
  context: ValueContext,
): readonly PlanConnection[] {
  return connections.map((connection) => {
    const url = asText(resolveValue(connection.url, context));
    const { name, settings } = connection;
    return { name: name.value, url, drivers: driversOf(connection, schemeOf(url), context.report), settings };
  });
}

function driversOf(
  { name, url, driver }: ConnectionSyntax,
  scheme: string | undefined,
  report: Report,
): readonly string[] {
  const wanted = driver && drivers[driver.value];
  if (scheme === undefined) return wanted === undefined ? allDrivers : [wanted];
  const written = Object.hasOwn(drivers, scheme) ? drivers[scheme] : undefined;
  if (written === undefined) {
    const help =
      didYouMean(scheme, Object.keys(drivers)) ?? "known: sqlite://PATH, postgres://…, mysql://…, mariadb://…";
    report("invalid-url", url.span, `the connection string of "${name.value}" names no database that flowc knows`, {
      help,
    });
    return [];
  }
  if (driver !== undefined && wanted !== written) {
    const message = `the driver of "${name.value}" is "${driver.value}", but its connection string is of ${written}`;
    report("conflicting-keys", driver.span, message, { notes: [{ message: "the connection string", span: url.span }] });
  }
  return [written];
}

/** What stands before the first colon, where it is written out; empty where there is no colon. */
function schemeOf(url: PlanValue): string | undefined {
  const text = url.kind === "template" ? url.parts[0] : url.kind === "constant" ? String(url.value) : undefined;
  if (typeof text !== "string") return undefined;
  const colon = text.indexOf(":");
  if (colon >= 0) return text.slice(0, colon).trim().toLowerCase();
  return url.kind === "constant" ? "" : undefined;
}
