import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { StepContext } from "../run/step-context.ts";
import { Lines } from "./lines.ts";
import type { ExecOutput } from "./output.ts";

/** A child whose output is kept. */
export interface Collected {
  readonly child: ChildProcess;
  readonly stdout: ExecOutput;
  readonly stderr: ExecOutput;
  readonly onLine: StepContext["onLine"];
}

/** Keeps what the child writes, and hands on its lines where somebody looks. */
export function collect(
  { child, stdout, stderr, onLine }: Collected,
  fail: (kind: "tool_runtime" | "infra", message: string) => void,
): void {
  for (const output of [stdout, stderr]) {
    const stream = child[output.name];
    let lines: Lines | undefined;
    stream?.on("data", (chunk: Buffer) => {
      if (!output.add(chunk)) fail("tool_runtime", output.limitMessage());
      else if (onLine !== undefined) {
        lines ??= linesOf(stream, (line) => onLine(output.name, line));
        lines.add(chunk);
      }
    });
    stream?.on("error", (error) => fail("infra", `${output.name} could not be read: ${error.message}`));
  }
}

/** Made with the first chunk, as it takes longer than all else that is made for a stream, and many stay empty. */
function linesOf(stream: Readable, take: (line: string) => void): Lines {
  const lines = new Lines(take);
  stream.on("close", () => lines.end());
  return lines;
}
