import { asksForTelemetry, telemetryOf } from "../command/telemetry.ts";
import type { execute } from "./run.ts";
import type { Telemetry } from "./trace.ts";

/**
 * The same start for runs that a program asks for which imports the bundle: each is a trace, where the environment asks for
 * telemetry and the bundle has it. No run waits for the collector: what is left is sent before the process ends by itself.
 */
export function tracedStart(start: typeof execute): typeof execute {
  let opened: Promise<Telemetry | undefined> | undefined;
  return async (definition, options = {}, prepared) => {
    if (options.trace !== undefined || !asksForTelemetry(process.env)) return start(definition, options, prepared);
    opened ??= telemetryOf(definition, {}, true).then(closedAtEnd);
    const trace = (await opened)?.run(definition);
    try {
      return await start(definition, { ...options, trace }, prepared);
    } finally {
      trace?.end();
    }
  };
}

function closedAtEnd(telemetry: Telemetry | undefined): Telemetry | undefined {
  if (telemetry !== undefined) process.once("beforeExit", () => void telemetry.close());
  return telemetry;
}
