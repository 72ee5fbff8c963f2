import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FSWatcher } from "chokidar";
import { readCommandLine } from "../../../runtime-lib/command/options.ts";
import { openReporting } from "../../../runtime-lib/command/reporting.ts";
import { serverOutput } from "../../../runtime-lib/command/server-output.ts";
import { Signals } from "../../../runtime-lib/command/signals.ts";
import { telemetryOf } from "../../../runtime-lib/command/telemetry.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { StrayErrors } from "../../../runtime-lib/run/stray-errors.ts";
import type { Telemetry } from "../../../runtime-lib/run/trace.ts";
import type { ServeOptions, Service } from "../../../runtime-lib/serve/serve.ts";
import { readSources } from "../../1-load/read-sources.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import { formatText } from "../../report/text.ts";
import { cachedBundle, type LoadedBundle, loadBundle, noteScripts } from "../shared/bundle-cache.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { loadTelemetry } from "../shared/load-telemetry.ts";
import { watchFolders } from "../shared/watch-folders.ts";
import { buildForRun, keepInCache } from "./run-build.ts";
import { loadTemporary } from "./temporary-bundle.ts";

/** Milliseconds in which the version before has to let go of the port. */
const handOverMs = 3_000;

/**
 * `flowc run PATH --watch`: runs what the files make, and after each change of them anew: a server workflow is served on
 * the same port, where what does not compile is shown and the previous version keeps running; the run of a command workflow is
 * ended before the next one starts. Resolves with the first signal, when what runs has ended.
 */
export async function watchAndRun(path: string, argv: readonly string[], context: Context): Promise<number> {
  const line = readCommandLine({ server: true, inputs: [] }, argv);
  if (line.events.kind === "file") throw new UsageError("--watch writes events to standard error only");
  const reporting = openReporting(line);
  const options = {
    host: line.host,
    port: line.port,
    onEvent: reporting.sink,
    onDetail: serverOutput(line, reporting, { resources: [] }),
    log: line.log && ((text: string) => void context.print(text)),
    logFormat: line.log,
  };
  const watched = new WatchedWorkflow(resolve(context.workingFolder, path), argv, context, options);
  const signals = new Signals();
  const strays = new StrayErrors((failure) => watched.fail(failure), { showsMessage: false });
  const watcher = await watched.start();
  await signals.received;
  await watcher.close();
  await watched.stop();
  await reporting.close();
  signals.end();
  strays.end();
  return 0;
}

class WatchedWorkflow {
  readonly #path: string;
  readonly #argv: readonly string[];
  readonly #context: Context;
  readonly #options: ServeOptions;
  /** Of the bundle that was tried last. */
  #folder: string | undefined;
  #service: Service | undefined;
  /** Of all versions of a server workflow. */
  #telemetry: Promise<Telemetry | undefined> | undefined;
  /** The run of a command workflow. */
  #run: { readonly controller: AbortController; readonly ended: Promise<unknown> } | undefined;
  #renewing: Promise<void> = Promise.resolve();
  readonly #leftovers: (() => void)[] = [];
  /** Why the files do not compile, as it was said last. */
  #errors = "";

  constructor(path: string, argv: readonly string[], context: Context, options: ServeOptions) {
    this.#path = path;
    this.#argv = argv;
    this.#context = context;
    this.#options = options;
  }

  /** Runs what the files say now, and from then on what they are changed to: no change is missed in between. */
  async start(): Promise<FSWatcher> {
    const watcher = await watchFolders([this.#path], () => void this.#renewNext());
    await this.#renewNext();
    return watcher;
  }

  /** Ends the requests that run. */
  fail(reason: FlowError): void {
    this.#service?.fail(reason);
  }

  async stop(): Promise<void> {
    await this.#renewing;
    await this.#service?.stop();
    await (await this.#telemetry)?.close();
    await this.#run?.ended;
    for (const remove of this.#leftovers) remove();
  }

  #renewNext(): Promise<void> {
    this.#renewing = this.#renewing.then(() => this.#renew());
    return this.#renewing;
  }

  /** Builds what the files say now and runs it; keeps what runs where that cannot be done. */
  async #renew(): Promise<void> {
    const sources = readSources(this.#path, this.#context.workingFolder);
    if (sources.kind === "problem") return this.#keep(sources.message);
    const folder = cachedBundle(sources, this.#context);
    if (folder !== undefined && folder === this.#folder) return;
    this.#folder = folder;
    let bundle = await loadBundle(this.#folder);
    if (bundle === undefined) {
      const before = this.#errors;
      const argv = this.#options.onEvent ? ["--events"] : [];
      const built = await buildForRun(sources, { argv, isSaid: (errors) => this.#isSaid(errors) }, this.#context);
      if (typeof built === "number") {
        // A script that was missing may come.
        this.#folder = undefined;
        if (this.#errors !== before) this.#keep("it does not compile");
        return;
      }
      this.#errors = "";
      noteScripts(sources, this.#context, built.scripts);
      this.#folder = cachedBundle(sources, this.#context);
      bundle = keepInCache(this.#folder, built.files) ? await loadBundle(this.#folder) : undefined;
      bundle ??= await this.#loadTemporary(built.files);
    }
    const { routes } = bundle.describe as { readonly routes: readonly unknown[] };
    if (routes.length > 0) await this.#serve(bundle, sources.folder);
    else await this.#runAgain(bundle, sources.folder);
  }

  /** Not every change of a folder changes what is wrong. */
  #isSaid(errors: readonly Diagnostic[]): boolean {
    const before = this.#errors;
    this.#errors = formatText(errors, false);
    return this.#errors === before;
  }

  /** Requests may still run in the versions before: their folders go at the end. */
  async #loadTemporary(files: readonly OutputFile[]): Promise<LoadedBundle> {
    const { bundle, remove } = await loadTemporary(files);
    this.#leftovers.push(remove);
    return bundle;
  }

  /** Ends the run before, and starts the next one without waiting for its end. */
  async #runAgain(bundle: LoadedBundle, folder: string): Promise<void> {
    const before = this.#run;
    before?.controller.abort(
      new FlowError("tool_runtime", "the run was cancelled: the files of its workflow have changed"),
    );
    await before?.ended;
    if (before !== undefined) this.#say("changed: runs again");
    const controller = new AbortController();
    const ended = bundle
      .main(this.#argv, { folder, signal: controller.signal, telemetry: loadTelemetry })
      .then((code) => this.#say(`ended with exit code ${code}; waiting for a change`));
    this.#run = { controller, ended };
  }

  async #serve(bundle: LoadedBundle, folder: string): Promise<void> {
    const before = this.#service;
    // Requests that run there go on to their end.
    void before?.stop();
    const port = before?.port ?? this.#options.port;
    this.#telemetry ??= this.#openTelemetry(bundle);
    const telemetry = await this.#telemetry;
    for (const begin = performance.now(); ; await sleep(25)) {
      try {
        this.#service = await bundle.serve({ ...this.#options, port, folder, telemetry });
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

  #openTelemetry({ describe }: LoadedBundle): Promise<Telemetry | undefined> {
    const { name, version } = describe as { readonly name: string; readonly version?: string };
    const owner = { name, version, compilerVersion: this.#context.version };
    return telemetryOf(owner, { telemetry: loadTelemetry }, this.#options.onEvent !== undefined);
  }

  /** Under `--events` standard error holds events only. */
  #say(text: string): void {
    if (this.#options.onEvent === undefined) this.#context.say(text);
  }

  #keep(reason: string): void {
    const goesOn = this.#service !== undefined || this.#run !== undefined;
    this.#say(`${reason}; ${goesOn ? "the previous version keeps running" : "waiting for a change"}`);
  }
}
