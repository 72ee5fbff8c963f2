/** What is wrong with a regular expression, and where in its source (UTF-16 units). Thrown and caught inside regex/. */
export class PatternProblem extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = "PatternProblem";
    this.offset = offset;
  }
}
