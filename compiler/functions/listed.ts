import { typeName, withArticle } from "../nouns/value-type.ts";
import { type MethodSpec, methods } from "./methods.ts";
import { functions, signature } from "./table.ts";

/** What an editor offers: a function, or a method of the type that `of` names. */
export interface Listed {
  readonly name: string;
  readonly of?: string;
  readonly signature: string;
  readonly description: string;
}

/** All functions and methods, for `dist/functions.json`. */
export function listed(): readonly Listed[] {
  const ofTypes = [...methods].flatMap(([kind, specs]) =>
    [...specs].map(([name, spec]) => ({
      name,
      of: kind,
      signature: methodSignature(name, spec),
      description: resultWords(spec),
    })),
  );
  const plain = functions.map((spec) => ({
    name: spec.name,
    signature: signature(spec),
    description: spec.description,
  }));
  return [...plain, ...ofTypes];
}

/** How a call of the method is written: `AddDate(int, int, int)`. */
export function methodSignature(name: string, { parameters }: MethodSpec): string {
  return `${name}(${parameters.map(typeName).join(", ")})`;
}

function resultWords({ result }: MethodSpec): string {
  const what = result.kind === "any" ? "a number with a name" : withArticle(result);
  return `Gives ${what}, as in Go's package time`;
}
