/** Milliseconds of a turn of the event loop after which nothing new begins in it. */
const LONGEST_TURN = 20;

/** When somebody first asked in this turn of the event loop; one for the process, as the loop is. */
let began: number | undefined;

/**
 * True where this turn of the event loop has lasted so long that timers, signals and other requests should get theirs:
 * whatever is made of promises alone never ends a turn by itself.
 */
export function isLongTurn(): boolean {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(endTurn);
  }
  return now - began > LONGEST_TURN;
}

/** Calls `act`: at once, or in the next turn where this one has lasted long. */
export function inTurn(act: () => void): void {
  if (isLongTurn()) setImmediate(act);
  else act();
}

/** Resolves at the end of this turn of the event loop: after what has come over sockets, before the timers of the next. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Resolves when the timers that are due and the signals that have come have been handled. */
export async function wholeTurn(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function endTurn(): void {
  began = undefined;
}
