/** What the process keeps open from run to run. */
const closers = new Set<() => void>();

/** Has `close` called when a command or a server has ended, and at the end of the process; maybe more than once. */
export function closeAtEnd(close: () => void): void {
  if (closers.size === 0) process.once("exit", closeKept);
  closers.add(close);
}

/** Closes what is open. Who needs it again opens it again. */
export function closeKept(): void {
  for (const close of closers) close();
}
