import type { DeclaredRoute } from "../../nouns/settings-syntax.ts";
import type { Located } from "../../nouns/source.ts";
import type { Rule } from "./rule.ts";

/** Methods of one path that are declared twice; reported once for each route that repeats others. */
export const duplicateRoute: Rule = ({ workflow, report }) => {
  const seen = new Map<string, Map<string, Located<string>>>();
  for (const route of workflow.declaredRoutes) {
    const { path } = route;
    // Whatever a parameter is called, it takes the same requests.
    const taken = path.value.replaceAll(/(?<=\/):[^/]+/g, ":");
    const known = seen.get(taken) ?? new Map<string, Located<string>>();
    seen.set(taken, known);
    const repeated = repeatedMethods(route, known);
    const [first] = repeated;
    if (first === undefined) continue;
    const names = repeated.map(
      ({ method }) => `"${[method.value, path.value].filter((part) => part !== "").join(" ")}"`,
    );
    const what = names.length === 1 ? `the route ${names[0]} is` : `the routes ${names.join(", ")} are`;
    report("duplicate-route", first.method.span, `${what} declared twice`, {
      notes: repeated.map(({ before }) => ({ message: "declared here first", span: before.span })),
      help: "remove one of the two",
    });
  }
};

interface Repetition {
  readonly method: Located<string>;
  readonly before: Located<string>;
}

/** The methods of the route that are known already; the others become known. */
function repeatedMethods({ path, methods }: DeclaredRoute, known: Map<string, Located<string>>): readonly Repetition[] {
  // A route that names no method has them all: it repeats every other one of its path.
  const entries = methods.length === 0 ? [{ value: "", span: path.span }] : methods;
  return entries.flatMap((method) => {
    const rival = method.value === "" ? [...known.values()][0] : undefined;
    const before = known.get(method.value) ?? known.get("") ?? rival;
    if (before !== undefined) return [{ method, before }];
    known.set(method.value, method);
    return [];
  });
}
