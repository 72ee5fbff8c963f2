// In place of the logs and traces of DBOS's SDK (build.ts): flowc has its own, and those write to standard error or make
// values into texts with a library that bundles are without.

/** Says nothing, whatever it is given. */
class Silent {
  info(): void {}
  debug(): void {}
  warn(): void {}
  error(): void {}
  async destroy(): Promise<void> {}
}

/** A span that nobody sees. */
class Span {
  readonly attributes = {};

  setStatus(): this {
    return this;
  }

  setAttribute(): this {
    return this;
  }

  addEvent(): this {
    return this;
  }
}

export {
  Silent as DBOSContextualLogger,
  Silent as GlobalLogger,
  Silent as TelemetryCollector,
  Silent as TelemetryExporter,
};

export const SpanStatusCode = { UNSET: 0, OK: 1, ERROR: 2 };

export class Tracer {
  startSpan(): Span {
    return new Span();
  }

  endSpan(): void {}
}

export function runWithTrace<Result>(_span: unknown, act: () => Result): Result {
  return act();
}

export function getActiveSpan(): undefined {}

export function isTraceContextWorking(): boolean {
  return true;
}
