import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FSWatcher, watch } from "chokidar";
import { readCommandLine } from "../../../runtime-lib/command/options.ts";
import { Signals } from "../../../runtime-lib/command/signals.ts";
import type { FlowError } from "../../../runtime-lib/run/errors.ts";
import { eventWriter } from "../../../runtime-lib/run/events.ts";
import { StrayErrors } from "../../../runtime-lib/run/stray-errors.ts";
import type { ServeOptions, Service } from "../../../runtime-lib/serve/serve.ts";
import { readSources } from "../../1-load/read-sources.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import { cachedBundle, type LoadedBundle, loadBundle, noteScripts } from "../shared/bundle-cache.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { buildForRun, keepInCache } from "./run-build.ts";
import { loadTemporary } from "./temporary-bundle.ts";

/** Milliseconds without a further change before a build starts: editors write a file in several steps. */
const settleMs = 100;
/** Milliseconds in which the version before has to let go of the port. */
const handOverMs = 3_000;

/**
 * `flowc run PATH --watch`: serves a server workflow and, after each change of its files, the version that they make
 * then, on the same port. What does not compile is shown, and the previous version keeps running. Resolves with the first
 * signal, when running requests have ended.
 */
export async function watchAndServe(path: string, argv: readonly string[], context: Context): Promise<number> {
  const line = readCommandLine({ server: true, inputs: [] }, argv);
  if (line.events.kind === "file") throw new UsageError("--watch writes events to standard error only");
  const { sink, flush } = eventWriter(2);
  const onEvent = line.events.kind === "stderr" ? sink : undefined;
  const options = {
    host: line.host,
    port: line.port,
    onEvent,
    log: line.log ? (text: string) => void context.print(text) : undefined,
  };
  const watched = new WatchedWorkflow(resolve(context.workingFolder, path), context, options);
  const signals = new Signals();
  const strays = new StrayErrors((failure) => watched.fail(failure), { showsMessage: false });
  const watcher = await watched.start();
  await signals.received;
  await watcher.close();
  await watched.stop();
  await flush();
  signals.end();
  strays.end();
  return 0;
}

class WatchedWorkflow {
  readonly #path: string;
  readonly #context: Context;
  readonly #options: ServeOptions;
  /** Of the bundle that was tried last. */
  #folder: string | undefined;
  #service: Service | undefined;
  #renewing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #leftovers: (() => void)[] = [];

  constructor(path: string, context: Context, options: ServeOptions) {
    this.#path = path;
    this.#context = context;
    this.#options = options;
  }

  /** Serves what the files say now, and from then on what they are changed to: no change is missed in between. */
  async start(): Promise<FSWatcher> {
    const folder = /\.ya?ml$/i.test(this.#path) ? dirname(this.#path) : this.#path;
    const ignored = (name: string): boolean =>
      /[\\/](?:node_modules|\.git|dist)(?:[\\/]|$)/.test(name.slice(folder.length));
    const watcher = watch(folder, { ignored, ignoreInitial: true }).on("all", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#renewNext(), settleMs);
    });
    await new Promise<void>((ready) => void watcher.once("ready", () => ready()));
    await this.#renewNext();
    return watcher;
  }

  #renewNext(): Promise<void> {
    this.#renewing = this.#renewing.then(() => this.#renew());
    return this.#renewing;
  }

  /** Builds what the files say now and serves it; keeps what is served where that cannot be done. */
  async #renew(): Promise<void> {
    const sources = readSources(this.#path, this.#context.workingFolder);
    if (sources.kind === "problem") return this.#keep(sources.message);
    const folder = cachedBundle(sources, this.#context);
    if (folder !== undefined && folder === this.#folder) return;
    this.#folder = folder;
    let bundle = await loadBundle(this.#folder);
    if (bundle === undefined) {
      const built = await buildForRun(sources, this.#options.onEvent ? ["--events"] : [], this.#context);
      if (typeof built === "number") {
        // A script that was missing may come.
        this.#folder = undefined;
        return this.#keep("it does not compile");
      }
      noteScripts(sources, this.#context, built.scripts);
      this.#folder = cachedBundle(sources, this.#context);
      bundle = keepInCache(this.#folder, built.files) ? await loadBundle(this.#folder) : undefined;
      bundle ??= await this.#loadTemporary(built.files);
    }
    await this.#serve(bundle);
  }

  /** Ends the requests that run. */
  fail(reason: FlowError): void {
    this.#service?.fail(reason);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#renewing;
    await this.#service?.stop();
    for (const remove of this.#leftovers) remove();
  }

  /** Requests may still run in the versions before: their folders go at the end. */
  async #loadTemporary(files: readonly OutputFile[]): Promise<LoadedBundle> {
    const { bundle, remove } = await loadTemporary(files);
    this.#leftovers.push(remove);
    return bundle;
  }

  async #serve(bundle: LoadedBundle): Promise<void> {
    const before = this.#service;
    // Requests that run there go on to their end.
    void before?.stop();
    const port = before?.port ?? this.#options.port;
    for (const begin = performance.now(); ; await sleep(25)) {
      try {
        this.#service = await bundle.serve({ ...this.#options, port });
        return this.#say(`${before === undefined ? "listens" : "changed: listens"} on ${this.#service.url}`);
      } catch (thrown) {
        // A bundle has a FlowError class of its own.
        const error = thrown as FlowError;
        const handingOver =
          before !== undefined && error.failureClass === "infra" && performance.now() - begin < handOverMs;
        if (handingOver) continue;
        this.#service = undefined;
        return this.#keep(error.message);
      }
    }
  }

  /** Under `--events` standard error holds events only. */
  #say(text: string): void {
    if (this.#options.onEvent === undefined) this.#context.say(text);
  }

  #keep(reason: string): void {
    this.#say(
      `${reason}; ${this.#service === undefined ? "waiting for a change" : "the previous version keeps running"}`,
    );
  }
}
