import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const lineEnd = "\n".charCodeAt(0);

/** Standard input and output, read line by line: so it is known which message could not be read. */
export class LineTransport extends StdioServerTransport {
  /** Of the message that is being read. */
  #pieces: Buffer[] = [];

  constructor() {
    super();
    const read = this._ondata;
    this._ondata = (chunk) => {
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(lineEnd, start) + 1 || chunk.length;
        const piece = chunk.subarray(start, end);
        this.#pieces.push(piece);
        read(piece);
        if (piece.at(-1) === lineEnd) this.#pieces = [];
        start = end;
      }
    };
  }

  /** The message that is being read; while `onerror` runs, the one that it is about. */
  get line(): string {
    return Buffer.concat(this.#pieces).toString("utf8");
  }
}
