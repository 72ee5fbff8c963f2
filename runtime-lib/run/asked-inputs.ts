import type { Validator } from "./definition.ts";
import { Refusal } from "./errors.ts";
import { lacking, refused } from "./input-problems.ts";
import type { Run } from "./state.ts";
import type { Step } from "./step.ts";

/** Holds the given inputs against a schema that was compiled at build time, and asks for those that must be given. */
export function validate({ run, inputs }: Step, validator: Validator, ...required: readonly string[]): void {
  refuse(askedProblems(run, inputs, { required, validator }));
}

/** Inputs that must be given; `file` is also the file of the run or of the request. */
export function requireInputs({ run, inputs }: Step, ...required: readonly string[]): void {
  refuse(askedProblems(run, inputs, { required }));
}

/** What a resource asks of the inputs. */
interface Asked {
  readonly required: readonly string[];
  readonly validator?: Validator | undefined;
  /** All that have been asked for: of those it is said already where they are empty. */
  readonly asked?: readonly string[];
}

/** What is wrong with the inputs, as sentences: what must be given and is not, what a schema refuses. */
export function askedProblems(run: Run, inputs: object, { required, validator, asked = required }: Asked) {
  const given = inputs as Readonly<Record<string, unknown>>;
  const isGiven = (name: string): boolean => name === "file" && run.file !== undefined;
  const lacks = lacking(
    required.filter((name) => !isGiven(name)),
    given,
  );
  return validator === undefined ? lacks : [...lacks, ...refused(validator, given, asked)];
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal("validation", problems.join("; "));
}
