import { startsWithCall } from "../../functions/table.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { CheckTools } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { checkHeaders } from "../header-lines.ts";
import { checkGivenSchema } from "../schema-file.ts";
import { checkBody } from "./check-body.ts";
import { checkOpenapi } from "./check-operation.ts";

/** Requests that cannot be sent as they are written: the URL, the method, two bodies, two kinds of credentials. */
export function checkRequest(executor: ExecutorSyntax, tools: CheckTools): void {
  const { report } = tools;
  checkGivenSchema("responseSchema", executor.fields.get("responseSchema"), tools);
  checkOpenapi(executor, tools);
  checkUrl(executor.fields.get("url"), report);
  checkMethod(executor.fields.get("method"), report);
  checkOne(["data", "form", "body"], entriesOf(executor), "the body", report);
  checkBody(executor, tools);
  const auth = executor.fields.get("auth");
  if (auth?.kind === "map") {
    const given = auth.entries.map(({ key }) => ({ name: key.value, span: key.span }));
    checkOne(["bearer", "basic"], given, "the credentials", report);
    if (given.length === 0) report("schema", auth.span, '"auth" is empty: expected bearer or basic');
  }
  checkHeaders(executor.fields.get("headers"), ofBody, report);
}

function checkUrl(url: ValueSyntax | undefined, report: Report): void {
  const [text, whole] = startOf(url);
  if (url === undefined || text === undefined) return;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    const help = "only http: and https: are requested";
    report("invalid-url", url.span, `the URL has the scheme "${scheme}:"`, { help });
  } else if (whole ? !isUrl(text) : brokenStart.test(text)) {
    report("invalid-url", url.span, `"${text}${whole ? "" : "…"}" is not a URL`, {
      help: helpOnUrl(whole ? text : `${text}…`, scheme),
    });
  }
}

/** What no template behind it makes the beginning of a URL: `https//host`, `https:/host`, `https:///`. */
const brokenStart = /^https?(?::\/?[^/]|:\/\/[/?#]|\/\/)/i;

function helpOnUrl(text: string, scheme: string | undefined): string | undefined {
  if (startsWithCall(text)) return `write it as a template: "{{ ${text} }}"`;
  const [start, host] = /^https?[:/]+([^/]*)/i.exec(text) ?? [];
  if (start !== undefined)
    return `write ${/^https/i.test(text) ? "https" : "http"}://${host}${text.slice(start.length)}`;
  return scheme === undefined ? `write http://${text} or https://${text}` : undefined;
}

/** The text as far as it is written out, and whether that is all of it. */
function startOf(value: ValueSyntax | undefined): readonly [string | undefined, boolean] {
  if (value?.kind === "literal") return [String(value.value), true];
  const first = value?.kind === "template" ? value.parts[0] : undefined;
  return [typeof first === "string" ? first : undefined, false];
}

function isUrl(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Others that are registered (https://www.iana.org/assignments/http-methods), and PURGE of caches. */
const rareMethods = new Set(
  `ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF
  MKWORKSPACE MOVE ORDERPATCH PRI PROPFIND PROPPATCH PURGE QUERY REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK
  UPDATE UPDATEREDIRECTREF VERSION-CONTROL`.split(/\s+/),
);

/** A method that is nearly a known one is a slip; a server may know one that nobody else does. */
function checkMethod(method: ValueSyntax | undefined, report: Report): void {
  if (method?.kind !== "literal") return;
  const name = String(method.value).toUpperCase();
  if (methods.includes(name) || rareMethods.has(name)) return;
  const near = didYouMean(name, methods);
  const extras =
    near === undefined ? { help: `known: ${methods.join(", ")}`, severity: "warning" as const } : { help: near };
  report("invalid-http", method.span, `"${method.value}" is not an HTTP method`, extras);
}

interface Given {
  readonly name: string;
  readonly span: Span;
}

function entriesOf({ fields }: ExecutorSyntax): readonly Given[] {
  return [...fields].map(([name, value]) => ({ name, span: value.span }));
}

function checkOne(names: readonly string[], all: readonly Given[], what: string, report: Report): void {
  const [first, ...others] = all.filter(({ name }) => names.includes(name));
  for (const other of others) {
    const notes = first === undefined ? [] : [{ message: `"${first.name}"`, span: first.span }];
    const message = `"${first?.name}" and "${other.name}" both give ${what}`;
    report("conflicting-keys", other.span, message, { notes, help: `keep one of ${names.join(", ")}` });
  }
}

const ofBody: ReadonlyMap<string, string> = new Map([
  ["content-length", "it follows from the body"],
  ["transfer-encoding", "it follows from the body"],
]);
