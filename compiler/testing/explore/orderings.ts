/** Every order of up to four names; of more, those that each begin with another. */
export function orderings(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > 4) return names.map((_name, index) => [...names.slice(index), ...names.slice(0, index)]);
  if (names.length <= 1) return [names];
  return names.flatMap((name) => {
    const others = names.filter((other) => other !== name);
    return orderings(others).map((rest) => [name, ...rest]);
  });
}
