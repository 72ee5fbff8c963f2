import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contender, compare } from "./measure.ts";
import { findPackage, findProgram, peerModules } from "./peers.ts";
import { nodeContender, type Place } from "./place.ts";
import { atMost, row, type Section, timesTable } from "./report.ts";

const TASKS = 200;
const ROUNDS = 15;
const numbers = Array.from({ length: TASKS }, (_, index) => index + 1);

/** 200 tasks of /bin/true, two at a time, by flowc and by others. */
export async function measureTasks(place: Place): Promise<Section> {
  const peers = { make: make(place), just: just(place), zx: zx(place), wireit: wireit(place) };
  const contenders = [
    nodeContender("spawn loop", place.script("loop-bare")),
    nodeContender("flowc", bundle(place, "tasks", "{command: /bin/true, args: []}")),
    nodeContender("spawn loop, output ignored", place.script("loop-bare-no-output")),
    nodeContender("spawn loop, sh -c", place.script("loop-bare-sh")),
    nodeContender("flowc, sh -c", bundle(place, "tasks-sh", "{command: /bin/true}")),
    nodeContender("execa loop", place.script("loop-execa")),
    ...Object.values(peers).filter((peer) => peer !== undefined),
  ];
  const results = await compare(contenders, ROUNDS);
  const missing = Object.entries(peers).filter(([, peer]) => peer === undefined);
  const [plain, shell] = [results.ratio("flowc", "spawn loop"), results.ratio("flowc, sh -c", "spawn loop, sh -c")];
  return {
    title: `${TASKS} tasks of /bin/true, two at a time`,
    text: `Each contender is a process of its own; start included. ${ROUNDS} rounds. flowc's is the bundle of a workflow with
${TASKS} resources and one that waits for all of them, not minified. The spawn loop reads what its children print, as flowc
does, unless said otherwise. make starts a plain command without a shell; just, zx and wireit go through one. wireit is
started by \`node --run\`, without its cache.`,
    limits: [
      atMost(`${TASKS} tasks by flowc / a bare spawn loop`, plain, 1.3, "x"),
      atMost(`the same through sh -c / a bare spawn loop through sh -c`, shell, 1.3, "x"),
    ],
    table: [
      timesTable(results, "spawn loop"),
      ...missing.map(([name]) => row([name, "not installed", "", "", "", ""])),
    ].join("\n"),
  };
}

/** Builds the workflow; the path of its bundle. */
function bundle(place: Place, name: string, exec: string): string {
  const workflow = join(place.make(name), "workflow.yaml");
  const text = `apiVersion: flowc/v1
kind: Workflow
metadata: {name: ${name}, version: 1.0.0}
settings: {targetActionId: all, concurrency: 2}
resources:
${numbers.map((number) => `  - {actionId: task${number}, name: Task, exec: ${exec}}\n`).join("")}  - actionId: all
    name: All
    requires: [${numbers.map((number) => `task${number}`).join(", ")}]
    apiResponse: {success: true, response: done}
`;
  writeFileSync(workflow, text);
  return place.build(workflow, name);
}

function make(place: Place): Contender | undefined {
  const command = findProgram("make");
  const names = numbers.map((number) => `task${number}`).join(" ");
  const cwd = place.make("make");
  writeFileSync(join(cwd, "Makefile"), `.PHONY: all ${names}\nall: ${names}\n${names}:\n\t@/bin/true\n`);
  return command === undefined ? undefined : { name: "make", command, args: ["-s", "-j2"], cwd };
}

function just(place: Place): Contender | undefined {
  const command = findProgram("just");
  const cwd = place.make("just");
  const recipes = numbers.map((number) => `task${number}:\n    @/bin/true\n`).join("");
  const all = `[parallel]\nall: ${numbers.map((number) => `task${number}`).join(" ")}\n`;
  writeFileSync(join(cwd, "justfile"), all + recipes);
  return command === undefined ? undefined : { name: "just", command, args: ["--jobs", "2"], cwd };
}

function zx(place: Place): Contender | undefined {
  if (findPackage("zx") === undefined) return undefined;
  const folder = place.make("zx");
  symlinkSync(peerModules, join(folder, "node_modules"));
  cpSync(join(import.meta.dirname, "scripts", "loop-zx.mjs"), join(folder, "loop-zx.mjs"));
  return nodeContender("zx", join(folder, "loop-zx.mjs"));
}

function wireit(place: Place): Contender | undefined {
  if (findPackage("wireit") === undefined) return undefined;
  const cwd = place.make("wireit");
  symlinkSync(peerModules, join(cwd, "node_modules"));
  const names = ["all", ...numbers.map((number) => `task${number}`)];
  const tasks = Object.fromEntries(names.slice(1).map((name) => [name, { command: "/bin/true" }]));
  const description = {
    scripts: Object.fromEntries(names.map((name) => [name, "wireit"])),
    wireit: { all: { dependencies: names.slice(1) }, ...tasks },
  };
  writeFileSync(join(cwd, "package.json"), JSON.stringify(description));
  const env = { WIREIT_PARALLEL: "2", WIREIT_CACHE: "none", WIREIT_LOGGER: "quiet" };
  return { name: "wireit", command: process.execPath, args: ["--run", "all"], cwd, env };
}
