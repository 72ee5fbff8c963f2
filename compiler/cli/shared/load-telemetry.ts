import type { OpenTelemetry } from "../../../runtime-lib/run/trace.ts";

/** Loads what traces runs; a run asks for it where its environment does. */
export async function loadTelemetry(): Promise<OpenTelemetry> {
  return (await import("../../../runtime-lib/telemetry/telemetry.ts")).openTelemetry;
}
