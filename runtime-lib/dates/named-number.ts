import { Named } from "../values.ts";

/** A month or a weekday: a number in JSON and in comparisons, a name in text, as Go has them. */
export class NamedNumber extends Named {
  readonly #kind: "Month" | "Weekday";
  readonly #number: number;
  readonly #name: string;

  constructor(kind: "Month" | "Weekday", number: number, name: string) {
    super();
    this.#kind = kind;
    this.#number = number;
    this.#name = name;
  }

  get typeNames() {
    return { message: this.#kind.toLowerCase(), go: `time.${this.#kind}` };
  }

  override toString(): string {
    return this.#name;
  }

  toJSON(): number {
    return this.#number;
  }
}
