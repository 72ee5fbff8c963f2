/** So much of a line is kept: a program that writes no line ends must not fill the memory. */
const longestLine = 65_536;

/** Cuts what comes from a stream into lines, as a terminal would show them: a `\r` begins a line anew. */
export class Lines {
  readonly #take: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = "";

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  add(chunk: Buffer): void {
    const lines = `${this.#rest}${this.#decoder.decode(chunk, { stream: true })}`.split("\n");
    const rest = lines.pop() ?? "";
    // One character more shows that it was cut.
    this.#rest = rest.slice(0, longestLine + 1);
    for (const line of lines) this.#take(shown(line));
  }

  /** The stream is at its end: what has no line end is a line too. */
  end(): void {
    if (this.#rest !== "") this.#take(shown(this.#rest));
    this.#rest = "";
  }
}

function shown(line: string): string {
  const ended = line.endsWith("\r") ? line.slice(0, -1) : line;
  const text = ended.slice(ended.lastIndexOf("\r") + 1);
  return text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;
}
