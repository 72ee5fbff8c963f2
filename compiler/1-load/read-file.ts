import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { reason } from "./find-files.ts";

/** Bytes that one file may have: a workflow has some thousand lines, and YAML takes a thousand times its size to read. */
export const maximumFileBytes = 1024 * 1024;

/** The text of a file, and what is wrong with it as text. */
export interface FileText {
  readonly text: string;
  /** Why it cannot be parsed. */
  readonly problem: string | undefined;
}

/** A file that cannot be read at all; the message is a reason. */
export class UnreadableFile extends Error {}

/** Reads a file as UTF-8. Throws UnreadableFile; never waits for a pipe or a device. */
export function readText(path: string): FileText {
  return withRegularFile(path, (descriptor, size) =>
    size > maximumFileBytes ? { text: "", problem: tooLarge(size) } : decode(readFileSync(descriptor)),
  );
}

/** Reads a file of any size. Throws UnreadableFile; never waits for a pipe or a device. */
export function readBytes(path: string): Buffer {
  return withRegularFile(path, (descriptor) => readFileSync(descriptor));
}

function withRegularFile<Result>(path: string, read: (descriptor: number, size: number) => Result): Result {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile()) throw new UnreadableFile(stat.isDirectory() ? "it is a folder" : "it is not a regular file");
      return read(descriptor, stat.size);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reason(error));
  }
}

function tooLarge(size: number): string {
  return `the file has ${(size / 1024 / 1024).toFixed(1)} MiB; at most ${maximumFileBytes / 1024 / 1024} MiB are read`;
}

function decode(bytes: Buffer): FileText {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), problem: undefined };
  } catch {
    return { text: new TextDecoder("utf-8").decode(bytes), problem: "the file is not UTF-8 text" };
  }
}
