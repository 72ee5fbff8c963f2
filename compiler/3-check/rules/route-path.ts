import type { Located } from "../../nouns/source.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** A declared path that no request can have, or that would be read otherwise than it looks: it is text and `:name`s. */
export const routePath: Rule = ({ workflow, report }) => {
  for (const { path } of workflow.declaredRoutes) {
    const problem = problemOf(path.value);
    if (problem !== undefined) reportPath(path, problem, report);
  }
};

interface Problem {
  readonly what: string;
  readonly help: string;
}

function problemOf(path: string): Problem | undefined {
  const segments = path.split("/").slice(1);
  for (const segment of segments) {
    const problem = otherParameter(segment) ?? problemOfSegment(segment);
    if (problem !== undefined) return problem;
  }
  const names = segments.filter((segment) => segment.startsWith(":"));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return undefined;
  return { what: `has the parameter "${twice}" twice`, help: "give each parameter a name of its own" };
}

/** `{id}`, `<int:id>`, `[id]`, `:id?`, `:id{[0-9]+}`: parameters of other servers. */
const otherParameters = /^(?:\{(\w+)(?::.*)?\}|<(?:\w+:)?(\w+)>|\[(\w+)\]|:(\w+)[?+*({].*)$/;

function otherParameter(segment: string): Problem | undefined {
  const name = otherParameters
    .exec(segment)
    ?.slice(1)
    .find((group) => group !== undefined);
  if (name === undefined) return undefined;
  return { what: `has the segment "${segment}", which is not a parameter here`, help: `write :${name}` };
}

function problemOfSegment(segment: string): Problem | undefined {
  const found = /[?#*{}]|%[0-9A-Fa-f]{2}/.exec(segment)?.[0];
  if (found === undefined) {
    if (segment !== ":") return undefined;
    return { what: 'has a ":" without a name', help: "name the parameter, as in /items/:id" };
  }
  const what = `has ${found.length > 1 ? "" : "a "}"${found}"`;
  if (found === "?" || found === "#") {
    const help = `end the path before it; read what a query brings with get('<name>', 'param')`;
    return { what: `${what}, where a path ends`, help };
  }
  if (found === "*") {
    return {
      what: `${what}, but there are no wildcards`,
      help: "write :name for one segment, and a route for each depth",
    };
  }
  if (found.length > 1) {
    return { what: `${what}, but paths are compared decoded`, help: "write the character itself" };
  }
  return { what: `${what}, which means nothing here`, help: "a parameter is a whole segment, as in /items/:id" };
}

function reportPath({ value, span }: Located<string>, { what, help }: Problem, report: RuleContext["report"]): void {
  report("invalid-path", span, `the path "${value}" ${what}`, { help });
}
