import { yamlText } from "../../6-ship/yaml-text.ts";
import type { Data } from "../../nouns/simulation.ts";
import type { CaseRequest } from "../../nouns/test-case.ts";
import type { Finding } from "./search.ts";

/** A finding as a test to paste into a file of tests: it fails until the workflow is mended. */
export function printFinding(finding: Finding): string {
  const { inputs, request, env, file, files, given } = finding.testCase;
  const test = {
    name: findingName(finding),
    ...kept("inputs", inputs),
    ...(request && { request: writtenRequest(request) }),
    ...kept("env", env),
    ...(file !== undefined && { file }),
    ...kept("files", files),
    ...kept("given", given),
    ...kept("expect", finding.expected),
  };
  return yamlText([test]).trimEnd();
}

function kept(key: string, value: Data | undefined): Data {
  return value === undefined || Object.keys(value).length === 0 ? {} : { [key]: value };
}

/** What the test of a finding is called: what should hold instead. */
export function findingName({ kind, at, message }: Finding): string {
  switch (kind) {
    case "expression":
      return `the expression at ${at} has a value`;
    case "client-error":
      return `a mistake of a client is not a failure of ${at || "the server"}`;
    case "response":
      return `the result fits its schema at ${at}`;
    case "secret":
      return `nobody is shown ${at}`;
    case "hang":
      return `nobody waits for ${at} for ever`;
    default:
      return message;
  }
}

function writtenRequest({ method, path, query = {}, headers = {}, ...others }: CaseRequest): unknown {
  const to = `${method} ${path}`;
  const more = { ...kept("query", query), ...kept("headers", headers), ...("body" in others && { body: others.body }) };
  return Object.keys(more).length === 0 ? to : { to, ...more };
}
