/** A month or a weekday: a number in JSON and in comparisons, a name in text, as Go has them. */
export class NamedNumber {
  readonly number: number;
  readonly name: string;

  constructor(number: number, name: string) {
    this.number = number;
    this.name = name;
  }

  toString(): string {
    return this.name;
  }

  toJSON(): number {
    return this.number;
  }
}
