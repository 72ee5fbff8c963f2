import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One living process. `start` distinguishes two processes of the same pid: clock ticks since boot, or `ps lstart`. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Session id; 0 where the system does not say. */
  readonly session: number;
  readonly start: string;
  /** Task ids from its `FLOWC_TASK`, or without one the pipes and files it has open (Linux only). */
  readonly marks: readonly string[];
}

/** The processes of the machine at one moment; empty where it cannot be read. Zombies are dead but for their pid. */
export interface ProcessTable {
  readonly processes: ReadonlyMap<number, ProcessEntry>;
  /** pid -> children. */
  readonly children: ReadonlyMap<number, readonly ProcessEntry[]>;
  readonly zombies: ReadonlySet<number>;
}

interface RawEntry extends ProcessEntry {
  readonly zombie: boolean;
}

const hasProc = process.platform === "linux" || process.platform === "android";

/** Reads /proc on Linux (about 15 µs per process), else `ps`. Synchronous, so that it is one moment; never throws. */
export function readProcessTable(): ProcessTable {
  const processes = new Map<number, ProcessEntry>();
  const children = new Map<number, ProcessEntry[]>();
  const zombies = new Set<number>();
  for (const entry of hasProc ? readProc() : readPs()) {
    // This process is never a member of a tree it started, whatever its marks say.
    if (entry.pid === process.pid) continue;
    if (entry.zombie) {
      zombies.add(entry.pid);
      continue;
    }
    processes.set(entry.pid, entry);
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  return { processes, children, zombies };
}

/** Whether the process of that pid and start time still lives. Without /proc a reused pid passes for alive. */
export function isSameProcess(pid: number, start: string): boolean {
  if (hasProc) {
    const entry = readStat(pid);
    return entry !== undefined && !entry.zombie && entry.start === start;
  }
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readProc(): RawEntry[] {
  const ownStart = Number(readStat(process.pid)?.start ?? 0);
  const entries: RawEntry[] = [];
  for (const name of listProc()) {
    const entry = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (entry === undefined) continue;
    // What is older than this process cannot come from it: most of the machine is never opened.
    const mayBeOurs = !entry.zombie && Number(entry.start) >= ownStart;
    entries.push(mayBeOurs ? { ...entry, marks: readMarks(entry.pid) } : entry);
  }
  return entries;
}

function listProc(): string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

/** man 5 proc_pid_stat: pid (comm) state ppid pgrp session … starttime is field 22. `comm` may hold anything. */
function readStat(pid: number): RawEntry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state = "", parent, group, session] = fields;
    const numbers = { parent: Number(parent), group: Number(group), session: Number(session) };
    return { pid, ...numbers, start: fields[19] ?? "", zombie: "ZX".includes(state), marks: [] };
  } catch {
    return undefined;
  }
}

/** Task ids, or what stands behind the descriptors of a process that shed its environment. Empty for another user's. */
function readMarks(pid: number): string[] {
  try {
    const ids = taskIds(readFileSync(`/proc/${pid}/environ`, "latin1"));
    return ids.length > 0
      ? ids
      : readdirSync(`/proc/${pid}/fd`).flatMap((fd) => readDescriptor(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

function readDescriptor(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

/** `FLOWC_TASK=/outer/inner`: a flowc that runs inside a task adds its own id to the outer one. */
function taskIds(environ: string): string[] {
  const at = environ.indexOf("FLOWC_TASK=");
  if (at < 0) return [];
  const end = environ.indexOf("\0", at);
  return environ.slice(at + "FLOWC_TASK=".length, end < 0 ? undefined : end).split("/");
}

function readPs(): RawEntry[] {
  // One -o per column: in POSIX all that follows the first `=` of a list is that column's header.
  const columns = ["pid", "ppid", "pgid", "stat", "lstart"].flatMap((column) => ["-o", `${column}=`]);
  const env = { ...process.env, LC_ALL: "C" };
  const { stdout } = spawnSync("ps", ["-A", ...columns], { encoding: "latin1", env, maxBuffer: 2 ** 26 });
  return parsePs(stdout ?? "");
}

/** Lines of `ps -A -o pid= -o ppid= -o pgid= -o stat= -o lstart=`. */
function parsePs(text: string): RawEntry[] {
  const entries: RawEntry[] = [];
  for (const line of text.split("\n")) {
    const [pid = "", parent = "", group = "", stat = "", ...start] = line.trim().split(/\s+/);
    if (start.length === 0) continue;
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0 };
    entries.push({ ...numbers, start: start.join(" "), zombie: stat.startsWith("Z"), marks: [] });
  }
  return entries;
}
