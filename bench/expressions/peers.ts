import { createRequire } from "node:module";
import { findPackage } from "../peers.ts";
import type { Case, Data } from "./cases.ts";
import type { Work } from "./contenders.ts";

// Without their types: they need not be installed.
const require = createRequire(import.meta.url);

interface CelJs {
  parse(text: string): { readonly isSuccess: boolean; readonly cst: unknown };
  evaluate(parsed: unknown, scope: Data): unknown;
}

interface Jexl {
  compile(text: string): { evalSync(scope: Data): unknown };
}

type Jsonata = (text: string) => { evaluate(scope: Data): Promise<unknown> };

interface ExprEval {
  readonly Parser: new (options: object) => { parse(text: string): { evaluate(scope: Data): unknown } };
}

type Peer = Pick<Work<Data>, "isAsync"> & {
  readonly key: Exclude<keyof Case, "text" | "byHand">;
  readonly prepare: (text: string) => (scope: Data) => unknown;
};

/** Each parses once and evaluates often. */
export const peers: Readonly<Record<string, Peer>> = {
  "cel-js": {
    key: "celJs",
    prepare: (text) => {
      const { parse, evaluate } = require("cel-js") as CelJs;
      const { cst } = parse(text);
      return (scope) => evaluate(cst, scope);
    },
  },
  jexl: {
    key: "jexl",
    prepare: (text) => {
      const compiled = (require("jexl") as Jexl).compile(text);
      return (scope) => compiled.evalSync(scope);
    },
  },
  jsonata: {
    key: "jsonata",
    isAsync: true,
    prepare: (text) => {
      const compiled = (require("jsonata") as Jsonata)(text);
      return (scope) => compiled.evaluate(scope);
    },
  },
  "expr-eval": {
    key: "exprEval",
    prepare: (text) => {
      const { Parser } = require("expr-eval") as ExprEval;
      const compiled = new Parser({ operators: { in: true } }).parse(text);
      return (scope) => compiled.evaluate(scope);
    },
  },
};

/** Those that are installed and have the expression in their language. */
export function peersFor(expression: Case): readonly Work<Data>[] {
  return Object.entries(peers).flatMap(([name, { key, prepare, isAsync = false }]) => {
    const text = expression[key];
    return text === undefined || findPackage(name) === undefined ? [] : [{ name, evaluate: prepare(text), isAsync }];
  });
}
