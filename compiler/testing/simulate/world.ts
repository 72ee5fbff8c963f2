import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EffectCall, MemoryFile, RunEffects } from "../../../runtime-lib/run/effects.ts";
import { simulationOf } from "../../executors/list.ts";
import type { Data, Simulation } from "../../nouns/simulation.ts";
import type { SimulatedCall, SimulatedCase } from "../../nouns/test-case.ts";
import { asMap } from "../../tree/plain-data.ts";
import type { Evaluate } from "../expect/matchers.ts";
import { replayedAnswer } from "../record/replay.ts";
import { chooseAnswer } from "./choose-answer.ts";
import { durationMs, shownDuration } from "./duration-ms.ts";
import { failure, failureFrom, failureOf } from "./failures.ts";
import { answerFields, placeWithoutItems } from "./given-answers.ts";
import { Memory } from "./memory.ts";
import { missingAnswer } from "./missing-answer.ts";
import { privateFolder } from "./private-folder.ts";
import { VirtualClock, wait } from "./virtual-clock.ts";

/** Milliseconds since 1970 at which runs start where nothing is said. */
const usualStart = Date.UTC(2026, 0, 1);

/** What a world needs beside the case. */
export interface WorldTools {
  /** Of the test's files. */
  readonly folder: string;
  readonly evaluate: Evaluate;
  /** What is not given is done for real, in this environment, and noted. */
  readonly record?: { readonly environment: Readonly<Record<string, string | undefined>> } | undefined;
}

/** What stands in for the world in one run of a test. */
export class World implements RunEffects {
  /** None while the world is recorded: that takes its time. */
  readonly clock: VirtualClock | undefined;
  readonly calls: SimulatedCall[] = [];
  readonly missing: string[] = [];
  readonly memory: Memory | undefined;
  readonly #case: SimulatedCase;
  /** Of the test's files. */
  readonly #testFolder: string;
  readonly #asked = new Map<string, number>();
  readonly #used = new Set<string>();
  /** Private ones, by the path that the workflow names. */
  readonly #memoryFiles = new Map<string, string>();
  readonly #evaluate: Evaluate;
  readonly #record: WorldTools["record"];
  /** Schemes of connection strings, by the name of the connection. */
  readonly #databases = new Map<string, string>();
  #folder: string | undefined;

  constructor(testCase: SimulatedCase, { folder, evaluate, record }: WorldTools) {
    this.#case = testCase;
    this.#testFolder = folder;
    this.#evaluate = evaluate;
    this.#record = record;
    if (record === undefined) this.clock = new VirtualClock(testCase.now ?? usualStart);
    const content = asMap(testCase.given?.["memory"]);
    if (content !== undefined || this.#allows("memory")) this.memory = new Memory(content ?? {});
  }

  get surroundings(): RunEffects["surroundings"] {
    const environment = this.#record?.environment ?? this.#ownEnvironment();
    return { environment: { ...environment, ...this.#case.recording?.env, ...this.#case.env }, processors: 2 };
  }

  /** A private one, made when something runs for real; the test's while the world is recorded. */
  get folder(): string {
    return this.#record === undefined ? this.#privateFolder() : this.#testFolder;
  }

  #privateFolder(): string {
    this.#folder ??= privateFolder(this.#case, this.#testFolder);
    return this.#folder;
  }

  /** Keys of `given` that nothing has asked for. */
  get unused(): readonly string[] {
    const isUsed = (key: string): boolean => this.#used.has(key) || (key === "memory" && this.memory?.isUsed === true);
    return Object.keys(this.#case.given ?? {}).filter((key) => !isUsed(key));
  }

  async answer(made: EffectCall, perform: () => Promise<unknown>): Promise<unknown> {
    this.clock?.alive();
    // Which attempt of a component's caller it is, does not count.
    const call = { ...made, place: made.place.replaceAll(/!\d+/g, "") };
    const { kind, place } = call;
    const simulation = simulationOf(kind);
    if (simulation === undefined) throw new Error(`nothing simulates "${kind}"`);
    const key = this.#keyOf(place, kind);
    if (kind === "component" && key === undefined) return perform();
    const { partOf } = simulation;
    if (partOf !== undefined) {
      const isReal = this.#record !== undefined || this.#allows(partOf);
      return isReal ? this.#really(perform) : simulation.answer({}, call.request);
    }
    const asked = plain(simulation.asked(call.request));
    const noted = { kind, place, asked, given: key !== undefined || (kind === "memory" && this.memory !== undefined) };
    try {
      const [answer, answered] = await this.#answerOf({ call, simulation, key, asked }, perform);
      this.calls.push({ ...noted, answered });
      return answer;
    } catch (thrown) {
      this.calls.push({ ...noted, failed: failureOf(thrown) });
      throw thrown;
    }
  }

  #really(perform: () => Promise<unknown>): Promise<unknown> {
    return this.clock === undefined ? perform() : this.clock.hold(perform);
  }

  readFile(path: string): Uint8Array {
    const { files = {}, file } = this.#case;
    const content = files[path];
    if (content !== undefined) return Buffer.from(content);
    if (path === file || this.#record !== undefined) return readFileSync(resolve(this.#testFolder, path));
    this.missing.push(`the workflow reads the file "${path}": give its content under files`);
    throw failure("preflight", `no file "${path}" is given`);
  }

  /** Files of databases are made in the private folder. */
  connectionString(url: string, name: string): string {
    this.#databases.set(name, url.slice(0, url.indexOf(":")));
    const [, path] = /^sqlite:(?:\/\/)?([^?]+)/.exec(url) ?? [];
    const isReal = this.#record === undefined && (this.#case.allow ?? []).some((kind) => kind !== "memory");
    if (path === undefined || path === ":memory:" || !isReal) return url;
    return url.replace(path, join(this.#privateFolder(), path.replaceAll(/[\\/]/g, "_")));
  }

  /** A private file for each file of the memory, which begins with what is given. */
  memoryFile(path: string): MemoryFile {
    if (!this.#allows("memory")) return { path, entries: [] };
    const known = this.#memoryFiles.get(path);
    const file = known ?? join(this.#privateFolder(), `memory-${this.#memoryFiles.size + 1}.db`);
    this.#memoryFiles.set(path, file);
    return { path: file, entries: known === undefined ? (this.memory?.given ?? []) : [] };
  }

  /** Removes what was made. */
  end(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answerOf(
    { call, simulation, key, asked }: Asked,
    perform: () => Promise<unknown>,
  ): Promise<[unknown, unknown]> {
    const { kind, request } = call;
    if (key === undefined && kind === "memory" && this.memory !== undefined) {
      const real = this.#allows("memory") ? await this.#really(perform) : undefined;
      const known = this.memory.perform(asked);
      const found = this.#allows("memory") ? real : known;
      return [found, simulation.recorded(found)];
    }
    if (key === undefined && (this.#record !== undefined || this.#isAllowed(call, asked))) {
      const answer = await this.#really(perform);
      return [answer, simulation.recorded(answer)];
    }
    const value = this.#valueFor({ call, simulation, key, asked });
    const { fails, takes, ...fields } = answerFields(value, simulation);
    await this.#pass(takes, call, simulation);
    if (fails !== undefined) throw failureFrom(fails);
    return [simulation.answer(fields, request), value];
  }

  #valueFor({ call, simulation, key, asked }: Asked): unknown {
    const { place } = call;
    if (key !== undefined) return this.#chosen(key, { place, asked }, simulation);
    const { recording } = this.#case;
    if (recording === undefined) return this.#notGiven(missingAnswer(call, asked, simulation));
    const earlier = this.#countCall(place);
    const replayed = replayedAnswer(recording, { place, asked, earlier, evaluate: this.#evaluate });
    return replayed.kind === "answer" ? replayed.value : this.#notGiven(replayed.why);
  }

  #countCall(place: string): number {
    const earlier = this.#asked.get(place) ?? 0;
    this.#asked.set(place, earlier + 1);
    return earlier;
  }

  #chosen(key: string, { place, asked }: Pick<SimulatedCall, "place" | "asked">, simulation: Simulation): unknown {
    const earlier = this.#countCall(place);
    const chosen = chooseAnswer(
      this.#case.given?.[key],
      { place, asked, earlier, evaluate: this.#evaluate },
      simulation,
    );
    return chosen.kind === "answer" ? chosen.value : this.#notGiven(`"${place}" gets no answer: ${chosen.why}`);
  }

  #notGiven(message: string): never {
    this.missing.push(message);
    throw failure("preflight", message);
  }

  /** An answer takes the time that it says, and no longer than its call may. */
  async #pass(takes: unknown, { signal, request }: EffectCall, { timeoutMs }: Simulation): Promise<void> {
    if (takes === undefined) return;
    const most = timeoutMs?.(request) ?? Number.POSITIVE_INFINITY;
    const wanted = durationMs(takes) ?? 0;
    if (this.clock !== undefined) await wait(this.clock, Math.min(wanted, most), signal);
    if (wanted > most) throw failure("timeout", `timed out after ${shownDuration(most)}`);
  }

  /** The key of `given` for a place: that of one item comes first. */
  #keyOf(place: string, kind: string): string | undefined {
    const given = this.#case.given ?? {};
    const key = [place, placeWithoutItems(place)].find((name) => Object.hasOwn(given, name));
    // What the memory holds, unless a resource of another kind is called so.
    if (key === undefined || (key === "memory" && kind === "memory")) return undefined;
    this.#used.add(key);
    return key;
  }

  #allows(name: string): boolean {
    return this.#case.allow?.includes(name) === true;
  }

  #isAllowed({ kind }: EffectCall, { connection }: Data): boolean {
    return this.#allows(kind) || this.#allows(`${kind}:${this.#databases.get(String(connection))}`);
  }

  /** What programs need to run at all. */
  #ownEnvironment(): Data & Readonly<Record<string, string>> {
    if (!(this.#case.allow ?? []).some((name) => name !== "memory")) return {};
    const folder = this.#privateFolder();
    return { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" };
  }
}

interface Asked {
  readonly call: EffectCall;
  readonly simulation: Simulation;
  readonly key: string | undefined;
  readonly asked: Data;
}

/** Data as JSON has it: dates as text, without what is not there. */
function plain(value: Data): Data {
  return JSON.parse(JSON.stringify(value)) as Data;
}
