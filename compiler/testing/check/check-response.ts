import { field } from "../../2-parse/fields.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { MapNode, Node } from "../../nouns/node.ts";
import { intType, stringType } from "../../nouns/value-type.ts";
import { nearest } from "../../spelling/nearest.ts";
import type { HeldExpectations, Shape } from "./held-expectations.ts";
import { type ExpectedResponse, problemType } from "./response-shapes.ts";

/** Holds what a test expects of the response to its request against what the workflow answers. */
export function checkResponse(
  expect: MapNode,
  expected: ExpectedResponse,
  { held, report }: { readonly held: HeldExpectations; readonly report: Report },
): void {
  const [status, body, headers] = [field(expect, "status"), field(expect, "body"), field(expect, "headers")];
  if (status !== undefined) {
    held.hold({ node: status, shapes: [intType], what: "the status" });
    checkStatus(status, expected, report);
  }
  const result = field(expect, "result");
  if (result !== undefined && expected.success !== undefined)
    held.hold({ node: result, shapes: [expected.success], what: "the result" });
  // Without content there is no body.
  if (body !== undefined && !(body.kind === "scalar" && body.value === null))
    held.hold({ node: body, shapes: bodyShapes(expect, expected), what: "the body" });
  for (const { key, keySpan, value } of headers?.kind === "map" ? headers.entries : []) {
    held.hold({ node: value, shapes: [stringType], what: `the header "${key}"` });
    const near = nearest(key.toLowerCase(), [...(expected.headers ?? []), ...usualHeaders].map(lower));
    const isSlip = near !== undefined && near !== key.toLowerCase() && expected.headers !== undefined;
    if (isSlip && !isAbsent(value))
      report("test-expectation", keySpan, `the response has no header "${key}": this can never hold`, {
        help: `did you mean "${near}"?`,
      });
  }
}

const usualHeaders: readonly string[] = ["content-type"];

function checkStatus(node: Node, { success, status }: ExpectedResponse, report: Report): void {
  const wanted = numberIn(node);
  if (wanted === undefined || wanted >= 400 || wanted === status) return;
  const never = `a response never has the status ${wanted}`;
  if (success === undefined) report("test-expectation", node.span, `${never} here: no route takes the request`);
  else if (status !== undefined)
    report("test-expectation", node.span, `${never}: it is ${status}, or 400 and above where the request fails`);
}

/** What the body may be: the answer to a request that succeeds, or to one that fails, as far as the status says which. */
function bodyShapes(expect: MapNode, { success, status }: ExpectedResponse): readonly Shape[] {
  if (success === undefined) return [problemType];
  const wanted = numberIn(field(expect, "status"));
  if (wanted !== undefined && wanted < 400) return [success];
  const mayBeOwn = wanted === undefined || status === undefined || status === wanted;
  return mayBeOwn && !fails(expect) ? [success, problemType] : [problemType];
}

/** True where the test expects that the request fails. */
function fails(expect: MapNode): boolean {
  const failure = field(expect, "failure");
  return failure !== undefined && !(failure.kind === "scalar" && failure.value === false);
}

function numberIn(node: Node | undefined): number | undefined {
  return node?.kind === "scalar" && typeof node.value === "number" ? node.value : undefined;
}

function isAbsent(node: Node): boolean {
  return node.kind === "map" && node.entries.some(({ key }) => key === "absent");
}

function lower(text: string): string {
  return text.toLowerCase();
}
