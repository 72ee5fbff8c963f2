import type { Report } from "../nouns/diagnostic.ts";
import type { MapNode } from "../nouns/node.ts";
import type { ApiServerSyntax } from "../nouns/settings-syntax.ts";
import { parseDuration } from "./duration.ts";
import { field, mapField, numberField, textField, textList } from "./fields.ts";
import { parseValue } from "./parse-value.ts";

/** `settings.apiServer` without its routes (spec sections 2 and 9). */
export function parseApiServer(node: MapNode | undefined, report: Report): ApiServerSyntax | undefined {
  if (node === undefined) return undefined;
  const token = field(mapField(node, "auth"), "token");
  const origins = field(mapField(node, "cors"), "allowOrigins");
  const timeout = textField(node, "requestTimeout");
  return {
    host: textField(node, "hostIp"),
    port: numberField(node, "portNum"),
    token: token && parseValue(token, "text", report),
    allowOrigins: origins && textList(origins).map(({ value }) => value),
    maxBodyBytes: numberField(node, "maxBodyBytes"),
    maxConcurrent: numberField(node, "maxConcurrent"),
    requestTimeoutMs: timeout === undefined ? undefined : parseDuration(timeout),
    healthPath: textField(node, "healthPath"),
    trustProxy: proxies(textField(node, "trustProxy")),
  };
}

/** The number of proxies that are trusted: true is one. */
function proxies(text: string | undefined): number | undefined {
  return text === undefined || text === "false" ? undefined : text === "true" ? 1 : Number(text);
}
