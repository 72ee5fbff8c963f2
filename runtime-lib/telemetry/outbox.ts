import { encodeMetrics, encodeSpans, type Sender } from "./encode.ts";
import { send } from "./exporter.ts";
import type { SignalSettings, TelemetrySettings } from "./settings.ts";
import type { Span } from "./span.ts";

/** Milliseconds that spans wait for others to go with them, and how many go at once ("Batch span processor"). */
const batchMs = 5_000;
const mostAtOnce = 512;
/** Of spans that wait: what comes then is dropped. */
const mostWaiting = 2_048;

/** What waits to be sent. No collector holds up a run: it is sent in the background, and lost where that fails. */
export class Outbox {
  readonly #settings: TelemetrySettings;
  readonly #sender: Sender;
  readonly #warn: (problem: string) => void;
  readonly #sending = new Set<Promise<void>>();
  #waiting: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hasWarned = false;

  /** `warn` is called once at most. */
  constructor(settings: TelemetrySettings, sender: Sender, warn: (problem: string) => void) {
    this.#settings = settings;
    this.#sender = sender;
    this.#warn = warn;
  }

  add(span: Span): void {
    if (this.#waiting.length === mostWaiting) this.#complain("spans come faster than they can be sent");
    else this.#waiting.push(span);
    if (this.#waiting.length >= mostAtOnce && this.#sending.size === 0) this.#sendSpans();
    else this.#timer ??= setTimeout(() => this.#sendSpans(), batchMs).unref();
  }

  /** Sends metrics as OpenTelemetry's SDK has them. */
  addMetrics(metrics: readonly object[]): void {
    const { metrics: settings } = this.#settings;
    if (settings !== undefined && metrics.length > 0)
      this.#send("metrics", settings, () => encodeMetrics(metrics, this.#sender));
  }

  /** Sends all that waits; resolves when it has gone, or the time for it is up. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) this.#sendSpans();
    const { closeMs } = this.#settings;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#complain(`the collector did not answer within ${closeMs} ms`);
        resolve();
      }, closeMs);
    });
    await Promise.race([Promise.all(this.#sending), late]);
    clearTimeout(timer);
  }

  #sendSpans(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const spans = this.#waiting.splice(0, mostAtOnce);
    const { traces } = this.#settings;
    if (traces !== undefined && spans.length > 0) this.#send("traces", traces, () => encodeSpans(spans, this.#sender));
  }

  #send(what: string, settings: SignalSettings, encode: () => Uint8Array): void {
    const sending = (async () => send(encode(), settings))()
      .catch((error: Error) => this.#complain(`${what} could not be sent to ${settings.url.host}: ${error.message}`))
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  #complain(problem: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#warn(problem);
  }
}
