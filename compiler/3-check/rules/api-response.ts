import { checkHeaders } from "../../executors/header-lines.ts";
import type { ApiResponseSyntax } from "../../nouns/resource-syntax.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** Responses that cannot be sent as they are written: a status that HTTP does not have, headers that HTTP or the server sets. */
export const apiResponse: Rule = ({ workflow, report }) => {
  for (const { broken, apiResponse: response } of workflow.resources) {
    if (broken || response === undefined) continue;
    checkStatus(response, report);
    checkHeaders(response.headers, ofConnection, report);
  }
};

/** Headers that say how the server speaks with its client. */
const ofConnection: ReadonlyMap<string, string> = new Map([
  ["content-length", "it follows from the body"],
  ["transfer-encoding", "it follows from the body"],
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"].map(
    (name) => [name, "it belongs to the server"] as const,
  ),
]);

function checkStatus({ statusCode }: ApiResponseSyntax, report: RuleContext["report"]): void {
  const written = statusCode && writtenOut(statusCode);
  if (statusCode === undefined || written === undefined || written === null) return;
  const status = typeof written === "boolean" ? Number.NaN : Number(written);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return;
  const found = typeof written === "string" ? `"${written}"` : String(written);
  report(
    "invalid-http",
    statusCode.span,
    `expected a status from 200 to 599 in "apiResponse.statusCode", found ${found}`,
  );
}

function writtenOut(value: ValueSyntax): string | number | boolean | null | undefined {
  if (value.kind === "literal") return value.value;
  if (value.kind !== "expression") return undefined;
  const { root } = value;
  return root.kind === "int" || root.kind === "float" || root.kind === "string" || root.kind === "bool"
    ? root.value
    : undefined;
}
