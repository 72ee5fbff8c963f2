import { type SpawnOptions, spawn } from "node:child_process";

/** Runs a program with nothing but Node; its output is read and kept, unless `stdio` says to drop it. */
export function bare(file: string, args: readonly string[], stdio: SpawnOptions["stdio"]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const child = spawn(file, args, { stdio });
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`${file} ended with ${code}`));
    });
  });
}
