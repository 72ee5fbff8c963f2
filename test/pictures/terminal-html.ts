/** What a terminal shows in these colors. */
const colors: Readonly<Record<string, string>> = {
  "31": "#ff7a83",
  "32": "#56d07c",
  "33": "#f0b458",
  "34": "#6cb6ff",
  "35": "#d9a0ff",
  "36": "#5fd7d7",
  "90": "#9aa3ae",
};

/** A page that shows text with the colors of a terminal. */
export function terminalHtml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors begin with one
  const [first = "", ...parts] = text.split(/\x1b\[([\d;]*)m/);
  const spans = parts.map((part, index) => {
    if (index % 2 === 0) return "";
    const color = colors[parts[index - 1] ?? ""];
    return color === undefined ? escaped(part) : `<span style="color:${color}">${escaped(part)}</span>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #14171b; color: #e7eaee }
pre { margin: 0; padding: 16px; font: 14px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
</style><pre>${escaped(first)}${spans.join("")}</pre>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
