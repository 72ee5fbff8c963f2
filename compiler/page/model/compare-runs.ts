import type { RunView } from "./run-view.ts";
import type { StepStatus } from "./step-view.ts";

/** One resource in two runs. */
export interface ComparedStep {
  readonly id: string;
  readonly before: ComparedSide | undefined;
  readonly after: ComparedSide | undefined;
  /** How much longer it took the second time, in milliseconds; undefined unless it ran both times. */
  readonly longerMs: number | undefined;
}

export interface ComparedSide {
  readonly status: StepStatus;
  readonly tookMs: number | undefined;
  /** What it wrote to stdout and stderr. */
  readonly output: string;
}

/** Puts two runs of a workflow beside each other, resource by resource; what only the first had comes last. */
export function compareRuns(before: RunView, after: RunView): readonly ComparedStep[] {
  const first = sidesOf(before);
  const second = sidesOf(after);
  return [...new Set([...second.keys(), ...first.keys()])].map((id) => {
    const [one, other] = [first.get(id), second.get(id)];
    const ranTwice = one?.tookMs !== undefined && other?.tookMs !== undefined;
    return {
      id,
      before: one,
      after: other,
      longerMs: ranTwice ? (other.tookMs ?? 0) - (one.tookMs ?? 0) : undefined,
    };
  });
}

function sidesOf({ steps }: RunView): ReadonlyMap<string, ComparedSide> {
  return new Map(
    steps.map(({ id, status, startMs, endMs, output }) => [
      id,
      {
        status,
        tookMs: startMs === undefined || endMs === undefined ? undefined : endMs - startMs,
        output: output.map(({ line }) => line).join("\n"),
      },
    ]),
  );
}
