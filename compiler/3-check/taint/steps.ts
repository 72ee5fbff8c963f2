/** The items that a step into a list leads to: one where it is a number, else all. */
export function pick<Item>(items: readonly Item[], step: string | undefined): readonly Item[] {
  if (step === undefined || !/^\d+$/.test(step)) return items;
  const item = items[Number(step)];
  return item === undefined ? [] : [item];
}

/** True where a step into a map leads to this key, or may. */
export function isStep(step: string | undefined, key: string): boolean {
  return step === undefined || step === "*" || step === key;
}
