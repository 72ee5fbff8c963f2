/** A section of a unit: its name, and its lines: settings, and comments, which begin with `#`. */
export interface UnitSection {
  readonly name: string;
  readonly lines: readonly string[];
}

/** A unit (systemd.syntax(7)). */
export function unitText(sections: readonly UnitSection[]): string {
  return `${sections.map(({ name, lines }) => [`[${name}]`, ...lines].join("\n")).join("\n\n")}\n`;
}

/**
 * A text of the user as the value of a setting that is read as text: one line, in which `%` names nothing and that
 * a `\` at its end does not continue.
 */
export function unitValue(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, "\ufffd")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[\\ ]+$/, "")
    .replaceAll("%", "%%");
}
