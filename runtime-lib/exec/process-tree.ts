import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readlinkSync } from "node:fs";
import { isSameProcess, type ProcessEntry, type ProcessTable, readProcessTable } from "./process-table.ts";
import { unwatch, watch } from "./watchdog.ts";

/** Milliseconds between SIGTERM and SIGKILL (spec section 4). */
const GRACE_MS = 2_000;
/** Milliseconds after SIGTERM when a tree is given up: what is left cannot be killed (another user's, stuck in the kernel). */
const GIVE_UP_MS = 5_000;
const POLL_MS = { shortest: 3, longest: 50 };
/** Milliseconds between two looks at the process table while members live that were signalled to end. */
const LOOK_MS = 200;

/** A running child, the leader of its own process group on POSIX, and the traces by which its descendants are found. */
export interface ProcessTree {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The task id in `FLOWC_TASK`; on Linux also the inodes of the child's output pipes, like `socket:[4711]`. */
  readonly marks: readonly string[];
  /** pid -> start time of every process that was found to belong to the tree. */
  readonly known: Map<number, string>;
}

interface Dying {
  readonly tree: ProcessTree;
  /** `performance.now()` of the request. */
  readonly since: number;
  /** pid -> start time of the members that got SIGTERM. */
  readonly signalled: Map<number, string>;
  /** `performance.now()` of the last look at the process table. */
  looked: number;
  readonly done: () => void;
}

/** Process-wide because pids and the `exit` event are: no run owns them. */
const state = {
  prefix: `${process.pid}.${process.hrtime.bigint().toString(36)}`,
  count: 0,
  running: new Set<ProcessTree>(),
  dying: new Set<Dying>(),
  timer: undefined as NodeJS.Timeout | undefined,
};

/** An id for one child, unique among all processes of the machine: `<pid>.<clock at load>.<counter>`. */
export function newTaskId(): string {
  state.count += 1;
  return `${state.prefix}.${state.count}`;
}

/**
 * Registers a child that was just started with `detached` and with `taskId` in its `FLOWC_TASK`.
 * Until `releaseTree`, its whole tree gets SIGKILL when this process exits, or is killed itself.
 */
export function trackTree(child: ChildProcess, taskId: string): ProcessTree {
  const { pid } = child;
  if (pid === undefined) throw new Error("a child that was not started has no tree");
  const marks = process.platform === "linux" ? [taskId, ...pipeMarks(pid)] : [taskId];
  const tree = { child, pid, marks, known: new Map<number, string>() };
  if (state.running.size === 0) process.on("exit", killRunning);
  state.running.add(tree);
  if (process.platform !== "win32") watch(pid, state.prefix);
  return tree;
}

/** The tree is gone or no longer of interest. The last one takes the `exit` listener with it. */
export function releaseTree(tree: ProcessTree): void {
  if (!state.running.delete(tree)) return;
  if (process.platform !== "win32") unwatch(tree.pid);
  if (state.running.size === 0) process.off("exit", killRunning);
}

/**
 * Ends a tracked tree: SIGTERM, and SIGKILL 2 s later; on Windows `taskkill /T /F`. Members are the process group and
 * session of the child, all descendants, and all that carry its task id or hold its output pipes, so that `setsid`
 * and double forks do not hide anyone. Only a daemon that shed all of these (emptied environment, closed pipes, own
 * session, parent gone) before the call leaves no trace to follow, or one that shed all but the pipes of a child that
 * ended within the moment of its start. Resolves as soon as nobody is left, at the latest
 * after 5 s; never rejects. Trees that die at the same time share one look at the process table.
 */
export function killTree(tree: ProcessTree): Promise<void> {
  if (process.platform === "win32") return taskkill(tree);
  return new Promise((done) => {
    state.dying.add({ tree, since: performance.now(), looked: 0, signalled: new Map(), done });
    clearTimeout(state.timer);
    state.timer = setTimeout(killRound, 0);
  });
}

/** The child's ends of its pipes, as /proc names them; what holds one belongs to the child. */
function pipeMarks(pid: number): string[] {
  const marks: string[] = [];
  try {
    for (const descriptor of [1, 2]) {
      const target = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
      if (/^(?:socket|pipe):/.test(target)) marks.push(target);
    }
  } catch {
    // The child has already ended or may not be looked at: the other traces have to do.
  }
  return marks;
}

function hasEnded({ child }: ProcessTree): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function killRound(): void {
  const now = performance.now();
  let table: ProcessTable | undefined;
  let youngest = GIVE_UP_MS;
  for (const dying of state.dying) {
    const age = now - dying.since;
    if (needsLook(dying, now)) {
      dying.looked = now;
      // Read once, before the first signal of this round: a parent that dies takes its children's PPid along.
      table ??= readProcessTable();
      if (signalMembers(dying, table, age)) {
        state.dying.delete(dying);
        dying.done();
      }
    }
    youngest = Math.min(youngest, age);
  }
  const delay = Math.min(POLL_MS.longest, POLL_MS.shortest + youngest / 8);
  state.timer = state.dying.size === 0 ? undefined : setTimeout(killRound, delay);
}

/** A look costs milliseconds, and between SIGTERM and SIGKILL little changes while a member lives that was signalled to end. */
function needsLook({ signalled, since, looked }: Dying, now: number): boolean {
  if (now - since >= GRACE_MS || now - looked >= LOOK_MS) return true;
  for (const [pid, start] of signalled) if (isSameProcess(pid, start)) return false;
  return true;
}

/** Sends what is due at that age to the tree's members; true when there are none or they are given up. */
function signalMembers({ tree, signalled }: Dying, table: ProcessTable, age: number): boolean {
  const members = findMembers(tree, table);
  if (members.size === 0 || age >= GIVE_UP_MS) return true;
  for (const { pid, start } of members) tree.known.set(pid, start);
  if (age >= GRACE_MS) {
    for (const target of signalTargets(tree, members)) sendSignal(target, "SIGKILL");
    return false;
  }
  // A second SIGTERM means "at once" to many programs, and what a TERM handler starts is there to clean up: newcomers
  // get theirs when all who were signalled before have ended.
  for (const { pid, start } of members) if (signalled.get(pid) === start) return false;
  for (const target of signalTargets(tree, members)) sendSignal(target, "SIGTERM");
  for (const { pid, start } of members) signalled.set(pid, start);
  return false;
}

/** The living members of a tree. Entries come from one table, so that a reused pid cannot slip in between. */
function findMembers(tree: ProcessTree, table: ProcessTable): Set<ProcessEntry> {
  const leader = table.processes.get(tree.pid);
  const ended = hasEnded(tree);
  // A group keeps its number reserved; a process of that pid after the leader's end is somebody else's.
  const ownsNumber = !ended || leader === undefined;
  const members = new Set<ProcessEntry>();
  for (const entry of table.processes.values()) {
    const inGroup = ownsNumber && (entry.group === tree.pid || entry.session === tree.pid);
    if (inGroup || tree.known.get(entry.pid) === entry.start || entry.marks.some((mark) => tree.marks.includes(mark))) {
      members.add(entry);
    }
  }
  // A child that has not been waited for is in every table, if only as a zombie: without it the table is unreadable.
  if (!ended && leader === undefined && !table.zombies.has(tree.pid)) members.add(unlisted(tree.pid));
  // Grows while it is walked, until every descendant is in.
  for (const { pid } of members) for (const child of table.children.get(pid) ?? []) members.add(child);
  return members;
}

function unlisted(pid: number): ProcessEntry {
  return { pid, parent: process.pid, group: pid, session: pid, start: "", marks: [] };
}

/** Whole groups (negative) where the group is the tree's own, since that also reaches a child forked meanwhile. */
function signalTargets(tree: ProcessTree, members: ReadonlySet<ProcessEntry>): Set<number> {
  const own = new Set([tree.pid]);
  for (const { pid } of members) own.add(pid);
  const targets = new Set<number>();
  for (const { pid, group } of members) targets.add(own.has(group) ? -group : pid);
  return targets;
}

function sendSignal(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // ESRCH: ended meanwhile. EPERM: another user's (sudo); given up after GIVE_UP_MS.
  }
}

/** The `exit` listener: only synchronous work counts here. */
function killRunning(): void {
  if (process.platform === "win32") {
    for (const tree of state.running) if (!hasEnded(tree)) spawnSync(...taskkillCommand(tree), { stdio: "ignore" });
    return;
  }
  const table = readProcessTable();
  const targets = new Set<number>();
  for (const tree of state.running) {
    for (const target of signalTargets(tree, findMembers(tree, table))) targets.add(target);
  }
  for (const target of targets) sendSignal(target, "SIGKILL");
}

function taskkill(tree: ProcessTree): Promise<void> {
  return new Promise((done) => {
    // Windows forgets the parent of a process once that has ended: nothing is left to start from.
    if (hasEnded(tree)) return done();
    const killer = spawn(...taskkillCommand(tree), { stdio: "ignore", windowsHide: true });
    killer.on("error", () => {
      sendSignal(tree.pid, "SIGKILL");
      done();
    });
    killer.on("exit", () => done());
  });
}

/** With its full path, so that no `taskkill` in the working folder or on PATH is run instead. */
function taskkillCommand(tree: ProcessTree): [string, string[]] {
  const windows = process.env["SystemRoot"] ?? "C:\\Windows";
  return [`${windows}\\System32\\taskkill.exe`, ["/pid", String(tree.pid), "/T", "/F"]];
}
