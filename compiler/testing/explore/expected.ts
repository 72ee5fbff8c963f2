import type { ValueType } from "../../nouns/value-type.ts";

/** What the expressions of a workflow do with a value, and so what it should be. */
export type ExpectedKind =
  | "text"
  | "int"
  | "number"
  | "bool"
  | "array"
  | "map"
  | "intText"
  | "numberText"
  | "jsonText"
  | "dateText"
  | "durationText";

/** A text that is split. */
export interface TextParts {
  readonly delimiter: string;
  readonly each: Expected;
}

/** What is expected of a value of which the types do not say enough. Grows while the workflow is read. */
export class Expected {
  readonly kinds = new Set<ExpectedKind>();
  readonly fields = new Map<string, Expected>();
  /** Constants that it is compared with. */
  readonly values: (string | number | boolean)[] = [];
  /** Patterns that it is matched with. */
  readonly patterns: string[] = [];
  /** True where somebody has thought of nil. */
  mayBeNil = false;
  /** The static type of an expression that reads it. */
  type: ValueType | undefined;
  #element: Expected | undefined;
  #content: Expected | undefined;
  #parts: TextParts | undefined;

  /** True where the workflow does anything with it. */
  get isUsed(): boolean {
    return this.kinds.size > 0 || this.values.length > 0 || this.patterns.length > 0;
  }

  /** What is expected of its elements, where it is a list. */
  get element(): Expected | undefined {
    return this.#element;
  }

  /** What is expected of the value that its JSON stands for. */
  get content(): Expected | undefined {
    return this.#content;
  }

  /** What is expected of the parts that its text is split into. */
  get parts(): TextParts | undefined {
    return this.#parts;
  }

  /** A list whose elements are expected to be this. */
  static listOf(element: Expected): Expected {
    const list = new Expected().is("array");
    list.#element = element;
    return list;
  }

  is(...kinds: readonly ExpectedKind[]): this {
    for (const kind of kinds) this.kinds.add(kind);
    return this;
  }

  /** The same for a field of it. */
  field(name: string): Expected {
    this.is("map");
    const known = this.fields.get(name) ?? new Expected();
    this.fields.set(name, known);
    return known;
  }

  /** The same for its elements. */
  elements(): Expected {
    this.is("array");
    this.#element ??= new Expected();
    return this.#element;
  }

  /** The list that its text is split into. */
  splitAt(delimiter: string): Expected {
    this.is("text");
    this.#parts ??= { delimiter, each: new Expected() };
    return Expected.listOf(this.#parts.each);
  }

  /** The same for what its text stands for. */
  parsed(): Expected {
    this.is("jsonText");
    this.#content ??= new Expected();
    return this.#content;
  }
}
