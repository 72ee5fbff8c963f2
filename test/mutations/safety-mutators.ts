import type { Located, Source, Span } from "../../compiler/nouns/source.ts";
import { rawText } from "./case.ts";
import { type Mutation, type Mutator, mutation, typo } from "./mutation.ts";

/** Put together here, so that no scanner takes it for a lost one. */
const token = `ghp_${"0123456789abcdefghijABCDEFGHIJ012345"}`;

/** Mistakes in routes and in what keeps a workflow safe. */
export const safetyMutators: readonly Mutator[] = [
  {
    kind: "typo in a bound route",
    mutations: (clean, random) => {
      const declared = clean.workflow.declaredRoutes.map(({ path }) => path.value.slice(1));
      return clean.workflow.resources.flatMap(({ validations }) =>
        validations.routes.flatMap((route) => {
          const wrong = typo(route.value.slice(1), declared, random);
          return wrong === undefined ? [] : inText(route, `/${wrong}`, "unknown-route");
        }),
      );
    },
  },
  {
    kind: "a method that its route does not have",
    mutations: (clean) => {
      const declared = new Set(clean.workflow.routes.flatMap(({ methods }) => methods));
      const other = ["PATCH", "DELETE", "PUT"].find((method) => !declared.has(method));
      if (other === undefined || clean.workflow.routes.some(({ methods }) => methods.length === 0)) return [];
      return clean.workflow.resources.flatMap(({ validations }) =>
        validations.methods.flatMap((method) => inText(method, other, "method-not-declared")),
      );
    },
  },
  {
    kind: "a route twice",
    mutations: (clean) =>
      clean.workflow.declaredRoutes.flatMap(({ path, methods }) => {
        const { source } = path.span;
        const line = lineAround(source, path.span);
        if (!/^ *- *\{.*\}\n$/.test(rawText(source, line))) return [];
        const edit = { start: line.start, end: line.start, text: rawText(source, line) };
        return [mutation(source, edit, ["duplicate-route"], methods[0]?.span.start ?? path.span.start)];
      }),
  },
  {
    kind: "a token in the environment of a command",
    mutations: (clean) =>
      clean.entries.flatMap(({ source, entry: { value }, path }) => {
        const isPlain = value.kind === "scalar" && value.style !== "block";
        if (path.at(-2) !== "env" || !isPlain) return [];
        return [mutation(source, { ...value.span, text: `"${token}"` }, ["hardcoded-secret"])];
      }),
  },
  {
    kind: "a resource that nothing needs",
    mutations: (clean) => {
      const { source, server } = clean.workflow;
      if (server) return [];
      const text = `${source.text.endsWith("\n") ? "" : "\n"}---\n{ actionId: stray-step, exec: { command: "true", timeout: 1s } }`;
      const end = source.text.length;
      return [mutation(source, { start: end, end, text }, ["unreachable-resource"], end + 1)];
    },
  },
];

function inText({ value, span }: Located<string>, text: string, code: Mutation["codes"][number]): readonly Mutation[] {
  const start = span.source.text.indexOf(value, span.start);
  if (start === -1 || start > span.end) return [];
  return [mutation(span.source, { start, end: start + value.length, text }, [code])];
}

function lineAround({ text }: Source, { start }: Span): { readonly start: number; readonly end: number } {
  return { start: text.lastIndexOf("\n", start) + 1, end: text.indexOf("\n", start) + 1 };
}
