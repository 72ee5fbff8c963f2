import { Named } from "../run/values.ts";

/** A month or a weekday: a number in JSON and in comparisons, a name in text, as Go has them. */
export class NamedNumber extends Named {
  readonly #kind: keyof typeof names;
  readonly #number: number;
  readonly #name: string;

  constructor(kind: keyof typeof names, number: number, name: string) {
    super(names[kind]);
    this.#kind = kind;
    this.#number = number;
    this.#name = name;
  }

  /** Which of the two it is; no property, as expressions must not read it. */
  static kindOf(value: NamedNumber): keyof typeof names {
    return value.#kind;
  }

  override toString(): string {
    return this.#name;
  }

  toJSON(): number {
    return this.#number;
  }
}

const names = {
  Month: { message: "month", go: "time.Month" },
  Weekday: { message: "weekday", go: "time.Weekday" },
} as const;
