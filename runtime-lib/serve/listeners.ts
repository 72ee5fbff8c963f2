import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where a process accepts connections. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/**
 * Where other processes that run this program listen, as Linux shows them in `/proc` to their own user. Empty on other
 * systems and where nothing can be seen.
 */
export function listenersOf(program: string): readonly Listener[] {
  const path = attempt(() => realpathSync(program));
  if (path === undefined || process.platform !== "linux") return [];
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const sockets = processes.flatMap((id) => attempt(() => socketsOf(join("/proc", id), path)) ?? []);
  if (sockets.length === 0) return [];
  const open = openListeners();
  return sockets.flatMap((socket) => open.get(socket) ?? []);
}

/** What its files lead to, where it runs the program. */
function socketsOf(folder: string, program: string): readonly string[] {
  if (!runs(folder, program)) return [];
  const files = join(folder, "fd");
  return readdirSync(files).flatMap((name) => attempt(() => readlinkSync(join(files, name))) ?? []);
}

/** All sockets of this network that accept connections, by what files of processes lead to. */
function openListeners(): ReadonlyMap<string, Listener> {
  const lines = ["tcp", "tcp6"].flatMap((name) =>
    (attempt(() => readFileSync(`/proc/self/net/${name}`, "utf8")) ?? "").split("\n"),
  );
  const found = lines.flatMap((line) => {
    // Columns: proc(5), /proc/net/tcp.
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === listening ? [[`socket:[${inode}]`, listenerAt(local)] as const] : [];
  });
  return new Map(found);
}

const listening = "0A";

/** Whether it is the program itself, or a Node that was started with it as its script. */
function runs(folder: string, program: string): boolean {
  if (readlinkSync(join(folder, "exe")) === program) return true;
  const workingFolder = readlinkSync(join(folder, "cwd"));
  const [, ...args] = readFileSync(join(folder, "cmdline"), "utf8").split("\0");
  return args.some((arg) => arg !== "" && attempt(() => realpathSync(resolve(workingFolder, arg))) === program);
}

/** `0100007F:1F90` as an address to connect to: words of four bytes, each in the order of the processor. */
function listenerAt(local: string): Listener {
  const [address = "", port = ""] = local.split(":");
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse());
  return { host: hostOf(bytes), port: Number.parseInt(port, 16) };
}

function hostOf(bytes: readonly string[]): string {
  const isV4 = bytes.length === 4;
  // Every address: this machine's own is one of them.
  if (bytes.every((byte) => byte === "00")) return isV4 ? "127.0.0.1" : "::1";
  if (isV4) return bytes.map((byte) => Number.parseInt(byte, 16)).join(".");
  return (bytes.join("").match(/.{4}/g) ?? []).join(":");
}

/** Processes end, and those of others are closed to us: then there is nothing to see. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
