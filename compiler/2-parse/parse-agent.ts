import type { Report } from "../nouns/diagnostic.ts";
import type { MapNode, Node } from "../nouns/node.ts";
import type { ConnectionSyntax, PythonSyntax } from "../nouns/settings-syntax.ts";
import type { Located } from "../nouns/source.ts";
import { parseDuration } from "./duration.ts";
import { field, locatedText, mapField, nameList, numberField, textField, textList, versionField } from "./fields.ts";
import { parseValue } from "./parse-value.ts";

/** `settings.sqlConnections`: databases by name. Those without a connection string have been reported. */
export function parseConnections(settings: MapNode | undefined, report: Report): readonly ConnectionSyntax[] {
  const entries = mapField(settings, "sqlConnections")?.entries ?? [];
  return entries.flatMap(({ key, keySpan, value }) => {
    const url = field(value, "connection");
    if (url === undefined) return [];
    const name = { value: key, span: keySpan };
    const driver = locatedText(field(value, "driver"));
    const schema = locatedText(field(value, "schema"));
    return [{ name, url: parseValue(url, "calls", report), driver, schema, settings: poolSettings(value) }];
  });
}

function poolSettings(connection: Node): Readonly<Record<string, number>> {
  const durations = ["connectTimeout", "idleTimeout"].flatMap((key) => {
    const text = textField(connection, key);
    return text === undefined ? [] : [[`${key}Ms`, parseDuration(text)] as const];
  });
  const most = numberField(connection, "maxConnections");
  return Object.fromEntries([...(most === undefined ? [] : [["maxConnections", most] as const]), ...durations]);
}

/** What `settings.agentSettings` says of Python. */
export function parsePython(settings: MapNode | undefined): PythonSyntax {
  const agent = mapField(settings, "agentSettings");
  return { packages: textList(field(agent, "pythonPackages")), version: versionField(agent, "pythonVersion") };
}

/** `settings.agentSettings.osPackages`. */
export function parseOsPackages(settings: MapNode | undefined): readonly Located<string>[] {
  return nameList(field(mapField(settings, "agentSettings"), "osPackages"));
}
