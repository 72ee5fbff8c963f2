import { findRuntimeFunction } from "../functions/table.ts";
import { type Diagnostic, diagnostic } from "../nouns/diagnostic.ts";
import type { Plan, PlanConnection } from "../nouns/plan.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import { sortDiagnostics } from "../nouns/sort-diagnostics.ts";
import type { Span } from "../nouns/source.ts";
import { expressionsIn, planChildren } from "../tree/plan-expressions.ts";
import { constantText } from "../tree/plan-option.ts";
import { expressionsPlanned } from "../tree/value-children.ts";
import { walk } from "../tree/walk.ts";
import { sharedFileProblems } from "./shared-files.ts";

/**
 * What of a workflow only one machine has, and a run on many cannot do without: errors where it can never be right,
 * warnings where it depends on the machines.
 */
export function durableProblems(plan: Plan): readonly Diagnostic[] {
  return sortDiagnostics([
    ...fileProblems(plan),
    ...credentialProblems(plan),
    ...plan.connections.flatMap(connectionProblems),
    ...clockProblems(plan),
    ...sharedFileProblems(plan),
  ]);
}

/** One file is read in many places: the first stands for all. */
function fileProblems({ resources }: Plan): readonly Diagnostic[] {
  const read = expressionsIn(resources).find(({ kind }) => kind === "file");
  if (read === undefined) return [];
  const message = "get('file') reads a file of one machine, and any machine may go on with the run";
  const help = "give its content, or the address of an object store, as an input";
  return [diagnostic("not-durable", read.span, message, { help })];
}

/** Headers of requests that no row holds (runtime-lib/durable/request-runs.ts). */
const credentials: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);

function credentialProblems({ resources }: Plan): readonly Diagnostic[] {
  return expressionsIn(resources).flatMap((node) => {
    if (node.kind !== "member" || node.object.kind !== "request" || node.object.part !== "headers") return [];
    const name = node.key.kind === "constant" ? String(node.key.value).toLowerCase() : "";
    if (!credentials.has(name)) return [];
    const message = `the header "${name}" says who the client is, which no run keeps: here it is nil`;
    const help = "let settings.apiServer.auth check a token, or take what the run needs from the body";
    return [diagnostic("not-durable", node.span, message, { help })];
  });
}

function connectionProblems({ name, url }: PlanConnection): readonly Diagnostic[] {
  const text = constantText(url)?.trim();
  if (text === undefined || !/^sqlite:/i.test(text)) return [];
  const help = "name a database that all machines reach, such as postgres://…";
  if (/^sqlite:(?:\/\/)?:memory:/i.test(text)) {
    const message = `the database "${name}" is in the memory of a process, and ends with it in the middle of a run`;
    return [diagnostic("not-durable", spanOf(url), message, { help })];
  }
  const message = `the database "${name}" is a file, of which each machine has one of its own`;
  return [diagnostic("not-shared", spanOf(url), message, { help })];
}

/** Who goes on with a run evaluates `agentSettings.env` anew. */
function clockProblems({ environment }: Plan): readonly Diagnostic[] {
  return environment.flatMap(({ key, value }) => {
    const clock = [...walk(expressionsPlanned([value]), planChildren)].find(readsClock);
    if (clock === undefined) return [];
    const message = `"${key}" of agentSettings.env has another value where another machine goes on with the run`;
    const help = "put the time into a resource: its result is recorded";
    return [diagnostic("not-shared", clock.span, message, { help })];
  });
}

function readsClock(node: PlanExpression): boolean {
  if (node.kind === "call") return findRuntimeFunction(node.runtime)?.readsClock === true;
  return node.kind === "info" && node.name === "timestamp";
}

function spanOf(value: PlanConnection["url"]): Span {
  return value.kind === "expression" ? value.expression.span : value.span;
}
