import type { Located } from "../../syntax.ts";
import type { Rule } from "./rule.ts";

/** One method of one path that is declared twice. */
export const duplicateRoute: Rule = ({ workflow, report }) => {
  const seen = new Map<string, Located<string>>();
  for (const { path, methods } of workflow.declaredRoutes) {
    // A route that names no method has them all: it repeats every other one of its path.
    const entries = methods.length === 0 ? [{ value: "", span: path.span }] : methods;
    for (const method of entries) {
      const rivals = method.value === "" ? [...seen].filter(([key]) => key.startsWith(`${path.value} `)) : [];
      const first = seen.get(`${path.value} ${method.value}`) ?? seen.get(`${path.value} `) ?? rivals[0]?.[1];
      if (first === undefined) {
        seen.set(`${path.value} ${method.value}`, method);
        continue;
      }
      const name = [method.value, path.value].filter((part) => part !== "").join(" ");
      report("duplicate-route", method.span, `the route "${name}" is declared twice`, {
        notes: [{ message: "declared here first", span: first.span }],
        help: "remove one of the two",
      });
    }
  }
};
