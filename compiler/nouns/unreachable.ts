/** Ends an exhaustive `switch`: the type checker refuses the call while a case is missing. Throws, being a bug in flowc. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
