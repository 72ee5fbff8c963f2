/** The offset of a line and a column of a text, both from 1; columns count UTF-16 units. What lies beyond is its end. */
export function positions(text: string): (line: number, column: number) => number {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return (line, column) => Math.min((starts[line - 1] ?? text.length) + column - 1, text.length);
}
