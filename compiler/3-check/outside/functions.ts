import { negate, union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { Form } from "./inflow.ts";

/** What a function of the runtime library makes of text from outside in its arguments. */
export interface Effect {
  /** Places of the arguments whose text is in the result; absent: of all. */
  readonly from?: readonly number[];
  /** The form of the result; absent: plain. `same`: the texts come out as they went in. */
  readonly form?: Form | "same";
  /** The only characters in the result. */
  readonly chars?: CharSet;
  /** True where the result can hold characters that no argument holds. */
  readonly decodes?: boolean;
}

const lettersAndDigits: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a];
const noControls = negate([0, 0x1f]);

const cleared: Effect = { from: [] };
const kept: Effect = { form: "same" };
const firstOnly: Effect = { from: [0] };

/** By name of the runtime function; one that is not here passes the texts of all its arguments on. */
const effects: ReadonlyMap<string, Effect> = new Map(
  Object.entries<Effect>({
    quote: { form: "word" },
    json: { form: "json", chars: noControls },
    toJSON: { form: "json" },
    fromJSON: { decodes: true },
    fromBase64: { decodes: true },
    // The "=" of base64 stands at its end, where it means nothing to anybody.
    toBase64: { chars: union(lettersAndDigits, [0x2b, 0x2b, 0x2f, 0x2f]) },
    // What is not a letter, a digit or one of - . _ ~ becomes %XX.
    urlencode: { chars: union(lettersAndDigits, [0x25, 0x25, 0x2d, 0x2e, 0x5f, 0x5f]) },
    replace: { from: [0, 2] },
    split: firstOnly,
    splitAfter: firstOnly,
    trim: firstOnly,
    trimPrefix: firstOnly,
    trimSuffix: firstOnly,
    take: { from: [0], form: "same" },
    sort: { from: [0], form: "same" },
    join: kept,
    first: kept,
    last: kept,
    concat: kept,
    flatten: kept,
    uniq: kept,
    reverse: kept,
    values: kept,
    toText: kept,
    typeName: cleared,
    max: cleared,
    min: cleared,
    abs: cleared,
    mean: cleared,
    median: cleared,
    sum: cleared,
    now: cleared,
    date: cleared,
    duration: cleared,
    timezone: cleared,
  }),
);

const passes: Effect = {};

/** What the function makes of text from outside. */
export function effectOf(runtime: string): Effect {
  return effects.get(runtime) ?? passes;
}
