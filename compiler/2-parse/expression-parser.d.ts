/** What grammar/generate.ts makes of grammar/expression.peggy, as far as expression.ts uses it. */
declare module "*/generated/expression-parser.js" {
  export function parse(text: string, options: ParserOptions): ParserState;

  interface ParserOptions {
    /** The offset in the file of an offset in the text. */
    readonly place: (offset: number) => number;
    /** Answer with the state, also where the text does not parse. */
    readonly peg$library: true;
    /** Above 0, nothing is noted of what was expected, which is faster. */
    readonly peg$silentFails: number;
  }

  interface ParserState {
    readonly peg$success: boolean;
    readonly peg$result: import("../nouns/expression.ts").Expression;
    readonly peg$maxFailPos: number;
    /** Names of rules: every token of the grammar has one. */
    readonly peg$maxFailExpected: readonly { readonly description: string }[];
  }
}
