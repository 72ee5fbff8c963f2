import { FlowError } from "../run/errors.ts";
import { formatDuration, startTimer } from "../run/timer.ts";

/** A look at how long the other end is silent; `restart` it with each sign of life, `end` it in any case. */
export interface Silence {
  restart(): void;
  end(): void;
}

/** Calls `giveUp` with class timeout when nothing has come for so long. `what`: the request. Undefined: never. */
export function startSilence(idleMs: number | undefined, what: string, giveUp: (reason: FlowError) => void): Silence {
  let cancel = (): void => undefined;
  const late = () => new FlowError("timeout", `the server sent nothing for ${formatDuration(idleMs ?? 0)}: ${what}`);
  const restart = (): void => {
    cancel();
    cancel = startTimer(idleMs, () => giveUp(late()));
  };
  restart();
  return { restart, end: () => cancel() };
}
