import type { CodeFrame } from "../data.ts";

/** The lines around a place, its own marked. */
export function Frame({ place, frame }: { readonly place: string; readonly frame: CodeFrame }) {
  const { first, lines, line, column } = frame;
  const width = String(first + lines.length - 1).length;
  const text = lines.flatMap((one, index) => {
    const number = first + index;
    const mark = number === line ? ">" : " ";
    const shown = `${mark} ${String(number).padStart(width)} | ${one}`;
    if (number !== line || column === undefined) return [shown];
    const before = one.slice(0, column - 1).replaceAll(/[^\t]/g, " ");
    return [shown, `  ${" ".repeat(width)} | ${before}^`];
  });
  return (
    <figure class="frame">
      <figcaption>{place}</figcaption>
      <pre>
        <code>{text.join("\n")}</code>
      </pre>
    </figure>
  );
}
