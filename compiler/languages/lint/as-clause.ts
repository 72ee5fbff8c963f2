/** A linter's sentence as messages of flowc are: no capital letter, no full stop. */
export function asClause(message: string): string {
  const rest = message.replace(/\.$/, "");
  return /^[A-Z][a-z]/.test(rest) ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest;
}
