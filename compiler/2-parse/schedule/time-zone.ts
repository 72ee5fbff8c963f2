import { nearest } from "../../spelling/nearest.ts";

/** What is wrong with the name of a time zone; undefined where the tz database has it in this spelling. */
export function timeZoneProblem(name: string): { readonly message: string; readonly help?: string } | undefined {
  const known = Intl.supportedValuesOf("timeZone");
  if (name === "UTC" || known.includes(name)) return undefined;
  const found = /^[A-Za-z]/.test(name) ? canonical(name) : undefined;
  const message = `"${name}" is not a time zone`;
  if (found === undefined) {
    const meant = nearest(name, known);
    return {
      message,
      help: meant === undefined ? "write a name such as Europe/Berlin, or UTC" : `did you mean "${meant}"?`,
    };
  }
  // Another name of a zone, such as Asia/Kolkata. Files of the tz database distinguish capitals, Intl does not.
  if (found.toLowerCase() === name.toLowerCase()) return { message, help: `write "${found}"` };
  return /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/.test(name) ? undefined : { message, help: `write "${found}"` };
}

function canonical(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
