import { type BigIntStats, closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { closeAtEnd } from "../run/kept.ts";
import { isLocked } from "../sqlite/locked.ts";
import { makeFolder } from "../sqlite/make-folder.ts";
import { Connection, type Entry, isWritable, openUnwritable } from "./connection.ts";
import { UnfitFile } from "./content.ts";

/**
 * Open connections by device and inode, so that a file has one under all its names and a replaced file gets its own. The
 * one that was used last is the last.
 */
const connections = new Map<string, Connection>();

/** How many files stay open. */
const MOST_OPEN = 16;

/** The text of a key; undefined where there is none, or no file. Writes nothing. */
export function retrieveFrom(path: string, key: string): string | undefined {
  const file = identify(path);
  if (file === undefined) {
    disconnect((connection) => connection.path === path);
    return undefined;
  }
  if (!connections.has(file) && !isWritable(path)) {
    const connection = openUnwritable(path);
    if (connection !== undefined) return once(connection, key);
  }
  return use(path, file, (connection) => connection.retrieve(key));
}

/** Stores entries, as `Connection.store` does. Makes the file and its folders where there are none. */
export function storeIn(path: string, entries: readonly Entry[]): readonly unknown[] {
  const file = identify(path) ?? make(path);
  if (!connections.has(file) && !isWritable(path)) throw new UnfitFile("it, or its folder, is read-only");
  return use(path, file, (connection) => connection.store(entries));
}

/** Closes every memory database of this process. Who uses one later opens it again. */
export function closeMemory(): void {
  disconnect(() => true);
}

function once(connection: Connection, key: string): string | undefined {
  try {
    return connection.retrieve(key);
  } finally {
    connection.close();
  }
}

function use<T>(path: string, file: string, act: (connection: Connection) => T): T {
  const connection = connections.get(file) ?? connect(path);
  connections.delete(file);
  connections.set(file, connection);
  try {
    return act(connection);
  } catch (error) {
    if (!isLocked(error)) disconnect((other) => other === connection); // a fresh one may do better
    throw error;
  }
}

function connect(path: string): Connection {
  disconnect((connection) => connection.path === path); // the file was replaced
  closeAtEnd(closeMemory);
  const connection = new Connection(path);
  const [oldest] = connections.values();
  if (connections.size >= MOST_OPEN) disconnect((other) => other === oldest);
  return connection;
}

function disconnect(isUnwanted: (connection: Connection) => boolean): void {
  for (const [file, connection] of connections) {
    if (!isUnwanted(connection)) continue;
    connections.delete(file);
    connection.close();
  }
}

/**
 * The file's identity; undefined where there is none. Never opens it: closing it would drop the POSIX locks that SQLite
 * holds on it in this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
function identify(path: string): string | undefined {
  const status = statusOf(path);
  if (status === undefined) return undefined;
  if (status.isDirectory()) throw new UnfitFile("it is a folder");
  if (!status.isFile()) throw new UnfitFile("it is not a regular file");
  // SQLite takes a single byte for nothing at all.
  if (status.size === 1n) throw new UnfitFile("it is not a database");
  return `${status.dev}:${status.ino}`;
}

/** Not by `throwIfNoEntry`: that takes a path below a regular file for one that is free. */
function statusOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function make(path: string): string {
  makeFolder(dirname(path));
  closeSync(openSync(path, "a", 0o600)); // SQLite gives -wal and -shm the same mode
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}
