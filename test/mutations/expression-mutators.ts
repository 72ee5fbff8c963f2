import { findFunction, functions } from "../../compiler/functions/table.ts";
import type { Code } from "../../compiler/nouns/codes.ts";
import type { Expression } from "../../compiler/nouns/expression.ts";
import type { ResourceSyntax } from "../../compiler/nouns/resource-syntax.ts";
import { type Case, type ExpressionSite, rawText } from "./case.ts";
import { type Mutation, type Mutator, mutation, type Random, type TextEdit, typo } from "./mutation.ts";

/** Mistakes in expressions and templates. */
export const expressionMutators: readonly Mutator[] = [
  {
    kind: "typo in get('…')",
    mutations: (clean, random) => misspelledReads(clean, (read) => read.accessor === "get", ["unknown-name"], random),
  },
  {
    kind: "typo in output('…'), exec.…('…')",
    fixable: true,
    mutations: (clean, random) => misspelledReads(clean, (read) => read.accessor !== "get", ["unknown-action"], random),
  },
  {
    kind: "typo in the name of an input",
    mutations: (clean, random) => {
      const inputs = clean.workflow.inputs?.map(({ name }) => name) ?? [];
      return named(clean, ["get", "input"], inputs).flatMap((place) =>
        misspelled(place, inputs, ["unknown-name"], random),
      );
    },
  },
  {
    kind: "typo in set('…')",
    mutations: (clean, random) =>
      named(clean, ["set"]).flatMap((place) => {
        const readers = named(clean, ["get"], [place.name.value]);
        const setters = named(clean, ["set"], [place.name.value]);
        const [reader] = readers;
        if (reader === undefined || readers.length > 1 || setters.length > 1) return [];
        const all = named(clean, ["set", "get"]).map((other) => other.name.value);
        const change = misspelled(place, all, ["unknown-name"], random);
        // It is noticed where the name is read.
        return change.map((one) => ({ ...one, at: [...one.at, reader.name.start] }));
      }),
  },
  {
    kind: "typo in info('…')",
    fixable: true,
    mutations: (clean, random) =>
      named(clean, ["info"]).flatMap((place) => misspelled(place, [], ["wrong-arguments"], random)),
  },
  {
    kind: "typo in error.…",
    fixable: true,
    mutations: (clean, random) =>
      clean.expressions.flatMap((site) =>
        site.nodes.flatMap((node) => {
          if (node.kind !== "member" || node.object.kind !== "identifier" || node.object.name !== "error") return [];
          const { property } = node;
          const wrong = property.kind === "string" ? typo(property.value, [], random) : undefined;
          if (wrong === undefined) return [];
          return [inExpression(site, { ...positions(property), text: wrong }, ["unknown-field"])];
        }),
      ),
  },
  {
    kind: "typo in a function name",
    fixable: true,
    mutations: (clean, random) =>
      misspelledCalls(
        calls(clean).filter((call) => !isTextWithout(call)),
        random,
      ),
  },
  {
    kind: "typo in a function name, which makes text of the call",
    mutations: (clean, random) => misspelledCalls(calls(clean).filter(isTextWithout), random),
  },
  {
    kind: "typo in a field of a result",
    fixable: true,
    mutations: (clean, random) =>
      fields(clean).flatMap(({ site, property }) => {
        const wrong = typo(property.value, resultFields, random);
        if (wrong === undefined) return [];
        return [inExpression(site, { start: property.start, end: property.end, text: wrong }, ["unknown-field"])];
      }),
  },
  {
    kind: "too many arguments",
    mutations: (clean) =>
      calls(clean).flatMap(({ site, node, name }) => {
        if (findFunction(name)?.variadic === true || isBareInFlow(site)) return [];
        const text = node.arguments.length === 0 ? "1, 2, 3, 4" : ", 1, 2, 3, 4";
        return [
          inExpression(site, { start: node.end - 1, end: node.end - 1, text }, [
            "wrong-arguments",
            "expression-syntax",
          ]),
        ];
      }),
  },
  {
    kind: "an accessor without arguments",
    mutations: (clean) =>
      reads(clean).map(({ site, node }) => {
        const [first] = node.arguments;
        const edit = { start: first?.start ?? node.end, end: node.arguments.at(-1)?.end ?? node.end, text: "" };
        return inExpression(site, edit, ["wrong-arguments"]);
      }),
  },
  {
    kind: "a name without quotes",
    mutations: (clean) =>
      reads(clean)
        .filter(({ id }) => /^[a-z]\w*$/i.test(id) && !reserved.has(id))
        .map(({ site, node, id }) => {
          const [name] = node.arguments;
          const edit = { start: name?.start ?? 0, end: name?.end ?? 0, text: id };
          return inExpression(site, edit, ["wrong-arguments", "unknown-name"]);
        }),
  },
  {
    kind: "closing quote of a string dropped",
    mutations: (clean) =>
      clean.expressions.flatMap((site) =>
        strings(site).map((node) => inExpression(site, { start: node.end - 1, end: node.end, text: "" }, brokenText)),
      ),
  },
  {
    kind: "opening quote of a string dropped",
    mutations: (clean) =>
      clean.expressions.flatMap((site) =>
        strings(site).map((node) =>
          inExpression(site, { start: node.start, end: node.start + 1, text: "" }, brokenText),
        ),
      ),
  },
  {
    kind: "closing parenthesis dropped",
    mutations: (clean) =>
      calls(clean).map(({ site, node }) =>
        inExpression(site, { start: node.end - 1, end: node.end, text: "" }, brokenText),
      ),
  },
  {
    kind: "closing parenthesis doubled",
    mutations: (clean) =>
      calls(clean).map(({ site, node }) =>
        inExpression(site, { start: node.end, end: node.end, text: ")" }, brokenText),
      ),
  },
  {
    kind: "template never closed",
    mutations: (clean) =>
      clean.expressions.flatMap((site) => {
        const end = closingBraces(site);
        return end === undefined
          ? []
          : [
              inExpression(site, { start: end, end: end + 2, text: "" }, [
                "unterminated-template",
                "expression-syntax",
              ]),
            ];
      }),
  },
  {
    kind: "one closing brace dropped",
    mutations: (clean) =>
      clean.expressions.flatMap((site) => {
        const end = closingBraces(site);
        return end === undefined
          ? []
          : [
              inExpression(site, { start: end, end: end + 1, text: "" }, [
                "unterminated-template",
                "expression-syntax",
              ]),
            ];
      }),
  },
  {
    kind: "one opening brace dropped",
    mutations: (clean) =>
      clean.expressions.flatMap((site) => {
        const open = site.source.text.lastIndexOf("{{", site.syntax.root.start);
        const isFirst = rawText(site.source, { start: open + 2, end: site.syntax.root.start }).trim() === "";
        const isRead = reads(clean).some((read) => read.site === site && read.node.start === site.syntax.root.start);
        if (closingBraces(site) === undefined || !isFirst || !isRead) return [];
        return [inExpression(site, { start: open, end: open + 1, text: "" }, ["literal-looks-like-expression"])];
      }),
  },
  {
    kind: "comma between arguments dropped",
    mutations: (clean) =>
      calls(clean).flatMap(({ site, node }) => {
        const [first, second] = node.arguments;
        if (first === undefined || second === undefined) return [];
        const between = rawText(site.source, { start: first.end, end: second.start });
        if (between !== ", ") return [];
        return [inExpression(site, { start: first.end, end: first.end + 1, text: "" }, brokenText)];
      }),
  },
  {
    kind: "quotes of a word processor",
    mutations: (clean) =>
      clean.expressions.flatMap((site) =>
        strings(site).map(({ start, end }) => {
          const edits = [
            { start, end: start + 1, text: "‘" },
            { start: end - 1, end, text: "’" },
          ];
          return { source: site.source, edits, at: [start], codes: alsoOfItems(site, brokenText) };
        }),
      ),
  },
  {
    kind: "brackets where a call has parentheses",
    mutations: (clean) =>
      reads(clean).flatMap(({ site, node }) => {
        const open = node.callee.end;
        if (site.source.text[open] !== "(" || isBareInFlow(site)) return [];
        const edits = [
          { start: open, end: open + 1, text: "[" },
          { start: node.end - 1, end: node.end, text: "]" },
        ];
        return [{ source: site.source, edits, at: [open], codes: ["unknown-name", ...brokenText] }];
      }),
  },
  {
    kind: "a function in capitals",
    fixable: true,
    mutations: (clean) => calls(clean).flatMap((call) => (isTextWithout(call) ? [] : capitalized(call))),
  },
  {
    kind: "a function in capitals, which makes text of the call",
    mutations: (clean) => calls(clean).flatMap((call) => (isTextWithout(call) ? capitalized(call) : [])),
  },
  {
    kind: "a number compared with text",
    mutations: (clean) =>
      reads(clean)
        .filter(({ accessor, parent }) => accessor === "exec.exitCode" && parent === undefined)
        .map(({ site, node }) =>
          inExpression(site, { start: node.end, end: node.end, text: " == '0'" }, ["type-mismatch"]),
        ),
  },
  {
    kind: "quote() dropped",
    mutations: (clean) =>
      clean.entries
        .filter(
          ({ entry: { key, value }, path }) => key === "command" && path.at(-2) === "exec" && value.kind === "scalar",
        )
        .flatMap(({ entry: { value } }) =>
          calls(clean).flatMap(({ site, node, name }) => {
            const [first] = node.arguments;
            const isHere =
              value.span.source === site.source && node.start > value.span.start && node.end < value.span.end;
            if (name !== "quote" || !isHere || first?.kind !== "call" || node !== site.syntax.root) return [];
            const edits = [
              { start: node.start, end: first.start, text: "" },
              { start: first.end, end: node.end, text: "" },
            ];
            return [{ source: site.source, edits, at: [node.start], codes: ["shell-injection" as const] }];
          }),
        ),
  },
  {
    kind: "guard dropped",
    mutations: (clean) =>
      clean.entries.flatMap(({ source, entry: { key, keySpan, value }, map }) => {
        if (key !== "check" || value.kind !== "scalar" || source.text[map.span.start] === "{") return [];
        const isGuard = /matches '\^\[a-z/.test(rawText(source, value.span));
        if (!isGuard || !/command: [^\n]*\{\{ get\('name'\)/.test(source.text)) return [];
        const commands = clean.expressions.filter((site) => site.source === source && site.role === "value");
        const edit = { start: value.span.start, end: value.span.end, text: "1 < len(get('name'))" };
        return [
          {
            source,
            edits: [edit],
            at: [keySpan.start, ...commands.map(({ syntax }) => syntax.root.start)],
            codes: ["shell-injection" as const],
          },
        ];
      }),
  },
  {
    kind: "text where a number belongs",
    mutations: (clean) =>
      reads(clean)
        .filter(({ accessor, parent }) => /^exec\./.test(accessor) && parent === undefined)
        .map(({ site, node }) =>
          inExpression(site, { start: node.end, end: node.end, text: " - 'x'" }, ["type-mismatch"]),
        ),
  },
  {
    kind: "an operand of the wrong type",
    mutations: (clean) =>
      clean.expressions.flatMap((site) =>
        site.nodes.flatMap((node) => {
          if (
            node.kind !== "binary" ||
            node.right.kind !== "int" ||
            !["+", "-", "*", "<", "<=", ">", ">="].includes(node.operator)
          )
            return [];
          return [inExpression(site, { ...positions(node.right), text: "true" }, ["type-mismatch"])];
        }),
      ),
  },
  {
    kind: "a number as condition",
    mutations: (clean) =>
      clean.expressions
        .filter(
          ({ role, syntax }) =>
            role === "condition" && closingBraces({ source: syntax.span.source, syntax }) === undefined,
        )
        .map((site) =>
          inExpression(site, { ...positions(site.syntax.root), text: "1 + 1" }, ["type-mismatch", "schema"]),
        ),
  },
  {
    kind: "operator of another language",
    mutations: (clean) =>
      clean.expressions.flatMap((site) =>
        site.nodes.flatMap((node) => {
          const wrong = node.kind === "binary" ? foreign[node.operator] : undefined;
          if (node.kind !== "binary" || wrong === undefined) return [];
          const between = rawText(site.source, { start: node.left.end, end: node.right.start });
          const at = between.indexOf(` ${node.operator} `);
          if (at === -1) return [];
          const start = node.left.end + at + 1;
          return [inExpression(site, { start, end: start + node.operator.length, text: wrong }, ["expression-syntax"])];
        }),
      ),
  },
  {
    kind: "operand missing",
    mutations: (clean) =>
      clean.expressions.flatMap((site) =>
        site.nodes.flatMap((node) =>
          node.kind === "binary" && site.role !== "statement" && isWhole(site, node)
            ? [inExpression(site, { ...positions(node.right), text: "" }, brokenText)]
            : [],
        ),
      ),
  },
  {
    kind: "broken regular expression",
    mutations: (clean) =>
      clean.expressions.flatMap((site) =>
        site.nodes.flatMap((node) => {
          if (node.kind !== "binary" || node.operator !== "matches" || node.right.kind !== "string") return [];
          const start = node.right.start + 1;
          return ["(", "(?=x)", "[z-a]", "*"].map((text) =>
            inExpression(site, { start, end: start, text }, ["invalid-regex"]),
          );
        }),
      ),
  },
  {
    kind: "set in a value",
    mutations: (clean) =>
      clean.expressions
        .filter((site) => site.role === "value" && !isBareInFlow(site))
        .map((site) => {
          const { start, end } = site.syntax.root;
          const edits = [
            { start, end: start, text: "set(`kept`, " },
            { start: end, end, text: ")" },
          ];
          return { source: site.source, edits, at: [start], codes: ["wrong-arguments"] };
        }),
  },
  {
    kind: "an undeclared input",
    mutations: (clean) =>
      clean.workflow.inputs === undefined
        ? []
        : clean.expressions
            .filter((site) => site.role === "value")
            .map((site) =>
              inExpression(site, { ...positions(site.syntax.root), text: "get('undeclared')" }, ["unknown-name"]),
            ),
  },
  {
    kind: "a field of a text",
    mutations: (clean) =>
      reads(clean)
        .filter(({ accessor, parent }) => accessor.startsWith("exec.std") && parent === undefined)
        .map(({ site, node }) =>
          inExpression(site, { start: node.end, end: node.end, text: ".items" }, ["unknown-field"]),
        ),
  },
  {
    kind: "accessor of another executor",
    mutations: (clean) =>
      reads(clean)
        .filter(
          ({ accessor, id, parent }) =>
            accessor === "output" && parent === undefined && executorOf(clean, id) === "component",
        )
        .map(({ site, node }) =>
          inExpression(site, { ...positions(node.callee), text: "exec.exitCode" }, ["wrong-executor"]),
        ),
  },
  {
    kind: "typo in a component input",
    fixable: true,
    mutations: (clean, random) =>
      clean.entries.flatMap(({ source, entry, path }) => {
        if (path.at(-2) !== "with" || path.includes("response")) return [];
        const wrong = typo(entry.key, ["action", "key", "value", "dbPath"], random);
        if (wrong === undefined) return [];
        return [mutation(source, { ...entry.keySpan, text: wrong }, ["component-input"])];
      }),
  },
  {
    kind: "typo in a component's name",
    fixable: true,
    mutations: (clean, random) =>
      clean.entries.flatMap(({ source, entry, path }) => {
        if (path.at(-2) !== "component" || entry.key !== "name") return [];
        const wrong = typo(rawText(source, entry.value.span), [], random);
        return wrong === undefined
          ? []
          : [mutation(source, { ...entry.value.span, text: wrong }, ["unknown-component"])];
      }),
  },
];

/** Without a known function around it, `#` or `.field` in an argument cannot be read. */
const unknownFunction: readonly Code[] = ["unknown-function", "literal-looks-like-expression", "expression-syntax"];
const brokenText: readonly Code[] = ["expression-syntax", "unterminated-template", "literal-looks-like-expression"];
const readers = new Set([
  "get",
  "output",
  ...functions.map(({ name }) => name).filter((name) => /^(?:exec|http)\./.test(name)),
]);
const resultFields = ["stdout", "stderr", "exitCode", "success", "value", "key"];
const reserved = new Set(["and", "or", "not", "in", "let", "if", "else", "true", "false", "nil", "undefined"]);
const foreign: Readonly<Record<string, string>> = {
  "==": "===",
  "!=": "!==",
  ">=": "=>",
  "<=": "=<",
  and: "&",
  or: "|||",
};

type Call = Extract<Expression, { kind: "call" }>;
type StringNode = Extract<Expression, { kind: "string" }>;

/** A read of a resource's result: `get('x')`, `output('x')`, `exec.stderr('x')`. */
export interface ReadSite {
  readonly site: ExpressionSite;
  readonly node: Call;
  readonly accessor: string;
  readonly id: string;
  readonly offset: number;
  /** The node right around it. */
  readonly parent: Expression | undefined;
}

/** Every read of a resource in the workflow, or by one resource. */
export function reads(clean: Case, reader?: ResourceSyntax): readonly ReadSite[] {
  const ids = new Set(clean.workflow.resources.map(({ id }) => id));
  return calls(clean).flatMap(({ site, node, name }) => {
    const [id] = node.arguments;
    if (id?.kind !== "string" || !ids.has(id.value) || (reader !== undefined && site.resource !== reader)) return [];
    if (!readers.has(name)) return [];
    if (rawText(site.source, id).slice(1, -1) !== id.value) return [];
    const parent = site.nodes.find((other) =>
      Object.values(other).some((value) => value === node || (Array.isArray(value) && value.includes(node))),
    );
    return [{ site, node, accessor: name, id: id.value, offset: id.start, parent }];
  });
}

function misspelledReads(
  clean: Case,
  wanted: (read: ReadSite) => boolean,
  codes: readonly Code[],
  random: () => number,
): readonly Mutation[] {
  const taken = clean.workflow.resources.map(({ id }) => id);
  return reads(clean)
    .filter(wanted)
    .flatMap(({ site, node, id }) => {
      const [name] = node.arguments;
      const wrong = typo(id, taken, random);
      if (name === undefined || wrong === undefined) return [];
      return [inExpression(site, { start: name.start + 1, end: name.end - 1, text: wrong }, codes)];
    });
}

interface NameSite {
  readonly site: ExpressionSite;
  readonly name: StringNode;
}

/** Names written out in calls of these functions. */
function named(clean: Case, accessors: readonly string[], names?: readonly string[]): readonly NameSite[] {
  return calls(clean).flatMap(({ site, node, name: accessor }) => {
    const [name] = node.arguments;
    if (name?.kind !== "string" || !accessors.includes(accessor)) return [];
    if (rawText(site.source, name).slice(1, -1) !== name.value || names?.includes(name.value) === false) return [];
    return [{ site, name }];
  });
}

function misspelled(
  { site, name: { value, start, end } }: NameSite,
  taken: readonly string[],
  codes: readonly Code[],
  random: () => number,
): readonly Mutation[] {
  const wrong = typo(value, taken, random);
  return wrong === undefined ? [] : [inExpression(site, { start: start + 1, end: end - 1, text: wrong }, codes)];
}

interface CallSite {
  readonly site: ExpressionSite;
  readonly node: Call;
  readonly name: string;
}

/** Calls that are written as `name(…)`. */
function calls(clean: Case): readonly CallSite[] {
  return clean.expressions.flatMap((site) =>
    site.nodes.flatMap((node) => {
      if (node.kind !== "call") return [];
      const name = rawText(site.source, node.callee);
      const written = rawText(site.source, node);
      return /^[\w.]+$/.test(name) && findFunction(name) !== undefined && written.endsWith(")")
        ? [{ site, node, name }]
        : [];
    }),
  );
}

/** Fields that are read from a result whose fields are known. */
function misspelledCalls(sites: readonly CallSite[], random: Random): readonly Mutation[] {
  const names = functions.map((spec) => spec.name);
  return sites.flatMap(({ site, node, name }) => {
    const last = name.split(".").at(-1) ?? "";
    const wrong = typo(last, names, random);
    if (wrong === undefined || wrong === "out" || name === "set") return [];
    const { end } = node.callee;
    return [inExpression(site, { start: end - last.length, end, text: wrong }, unknownFunction)];
  });
}

function capitalized({ site, node, name }: CallSite): readonly Mutation[] {
  if (name === "set" || name.includes(".")) return [];
  const text = name.charAt(0).toUpperCase() + name.slice(1);
  return [inExpression(site, { ...positions(node.callee), text }, unknownFunction)];
}

/** True for a scalar without braces that is an expression only because it begins with this call. */
function isTextWithout({ site, node }: CallSite): boolean {
  return site.role === "value" && node.callee.start === site.syntax.root.start && closingBraces(site) === undefined;
}

function fields(clean: Case): readonly { readonly site: ExpressionSite; readonly property: StringNode }[] {
  return clean.expressions.flatMap((site) =>
    site.nodes.flatMap((node) => {
      if (node.kind !== "member" || node.computed || node.property.kind !== "string" || node.object.kind !== "call")
        return [];
      const id = node.object.arguments[0];
      const known = id?.kind === "string" && ["exec", "component"].includes(executorOf(clean, id.value) ?? "");
      return known && resultFields.includes(node.property.value) ? [{ site, property: node.property }] : [];
    }),
  );
}

function executorOf({ workflow }: Case, id: string): string | undefined {
  return workflow.resources.find((resource) => resource.id === id)?.executors[0]?.key;
}

function strings(site: ExpressionSite): readonly StringNode[] {
  return site.nodes
    .filter((node) => node.kind === "string")
    .filter((node) => /^(['"])[^'"\\]+\1$/.test(rawText(site.source, node)));
}

function isWhole(site: ExpressionSite, node: Expression): boolean {
  return node === site.syntax.root && node.kind === "binary" && node.right.end === node.end;
}

/** Where the `}}` of the expression's template begins; undefined where it is a bare expression. */
function closingBraces({ source, syntax }: Pick<ExpressionSite, "source" | "syntax">): number | undefined {
  const after = /^[)\s]*\}\}/.exec(source.text.slice(syntax.root.end));
  return after === null ? undefined : syntax.root.end + after[0].length - 2;
}

/** A comma would end such an expression. */
function isBareInFlow(site: ExpressionSite): boolean {
  const { start } = site.syntax.root;
  const line = site.source.text.slice(site.source.text.lastIndexOf("\n", start) + 1, start);
  return /[[{]/.test(line) && closingBraces(site) === undefined;
}

function positions({ start, end }: Expression): Omit<TextEdit, "text"> {
  return { start, end };
}

/** A mistake in an expression, to be found on any line of it. */
function inExpression(site: ExpressionSite, edit: TextEdit, codes: readonly Code[]): Mutation {
  const at = [edit.start, site.syntax.root.start];
  return { source: site.source, edits: [edit], at, codes: alsoOfItems(site, codes) };
}

/** A call that cannot be read is text, which items refuse. */
function alsoOfItems(site: ExpressionSite, codes: readonly Code[]): readonly Code[] {
  const isItems = site.resource?.items === site.syntax && codes.includes("literal-looks-like-expression");
  return isItems ? [...codes, "type-mismatch"] : codes;
}
