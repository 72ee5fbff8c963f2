import { resolve } from "node:path";
import { recordedIn } from "../command/keep-options.ts";
import type { KeptStart, ServedStart } from "../command/run-store.ts";
import { both } from "../run/both.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, toFlowError } from "../run/errors.ts";
import { execute, type RunOptions } from "../run/run.ts";
import type { RunRequest } from "../run/state.ts";
import { openStore } from "./database.ts";
import { defaultStore } from "./default-store.ts";
import { dropOldRuns } from "./prune.ts";
import { programOf } from "./recording.ts";
import { RequestRecording } from "./request-recording.ts";
import type { Keeping } from "./run-rows.ts";
import { StoreWriter } from "./writer.ts";

/**
 * A start for the requests of a server. The run of each is written when it has ended, and no request waits for that. What
 * cannot be written fails no request: it is said once. Undefined where the store cannot be opened.
 */
export function servedStart({ keep = recordedIn(), workflow, say }: KeptStart): ServedStart | undefined {
  try {
    const server = new RecordedServer(keep.path === undefined ? defaultStore() : resolve(keep.path), workflow, say);
    return {
      start: (definition, options = {}, prepared) =>
        server.run(definition, options, (kept) => execute(definition, kept, prepared)),
      close: () => server.close(),
    };
  } catch (thrown) {
    say(`requests are not recorded: ${toFlowError(thrown).message}`);
    return undefined;
  }
}

type Execute = (options: RunOptions) => ReturnType<typeof execute>;

/** A server that writes its runs into one store. */
class RecordedServer {
  readonly #database: ReturnType<typeof openStore>;
  readonly #path: string;
  readonly #workflow: string | undefined;
  readonly #say: (text: string) => void;
  readonly #owner = crypto.randomUUID();
  #writer: StoreWriter;
  #hasSaid = false;
  #isDropping = false;

  constructor(path: string, workflow: string | undefined, say: (text: string) => void) {
    this.#database = openStore(path);
    this.#path = path;
    this.#workflow = workflow;
    this.#say = say;
    this.#writer = this.#newWriter();
  }

  async run(definition: WorkflowDefinition, options: RunOptions, run: Execute): ReturnType<typeof execute> {
    const recording = this.#recording(definition, options);
    if (recording === undefined) return run(options);
    const { sink, journal } = recording;
    const sinks = { onEvent: both(options.onEvent, sink) ?? sink, onDetail: both(options.onDetail, sink) ?? sink };
    try {
      const result = await run({ ...options, ...sinks, journal });
      this.#write(recording.end(result));
      return result;
    } catch (thrown) {
      this.#write(recording.end({ error: toFlowError(thrown) }));
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await this.#writer.flush();
    this.#database.close();
  }

  #recording(definition: WorkflowDefinition, options: RunOptions): RequestRecording | undefined {
    const note = (failure: FlowError): void => this.#note(failure);
    try {
      return new RequestRecording(this.#database, definition, this.#keeping(options), note);
    } catch (thrown) {
      note(toFlowError(thrown));
      return undefined;
    }
  }

  #keeping({ runId: id = crypto.randomUUID(), request, file }: RunOptions): Keeping {
    return {
      ...{ id, owner: this.#owner, isJournal: false, isRecord: true, isResumed: false, isServed: true },
      program: { ...programOf(this.#workflow), only: undefined, file, request: request && kept(request) },
    };
  }

  /** All of one run goes into one transaction. */
  #write(acts: readonly (() => void)[]): void {
    if (acts.length === 0) return;
    for (const act of acts) this.#writer.writeSoon(act);
    if (this.#isDropping) return;
    this.#isDropping = true;
    this.#writer.writeSoon(() => {
      this.#isDropping = false;
      dropOldRuns(this.#database);
    });
  }

  /** A disk that was full may have space again: after a loss, others are tried. */
  #newWriter(): StoreWriter {
    return new StoreWriter(this.#database, this.#path, (failure) => {
      this.#isDropping = false;
      this.#writer = this.#newWriter();
      this.#note(failure);
    });
  }

  #note({ message }: FlowError): void {
    if (!this.#hasSaid) this.#say(`some requests are not recorded: ${message}`);
    this.#hasSaid = true;
  }
}

/** What it takes to ask for it again. Headers hold tokens of clients, and files are gone with the request. */
function kept({ method, path, query, body, file }: RunRequest): RunRequest {
  return { method, path, ...(query && { query }), ...(file === undefined && { body }) };
}
