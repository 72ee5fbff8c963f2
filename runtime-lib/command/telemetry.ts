import type { Telemetry, TelemetryOwner } from "../run/trace.ts";
import type { CommandHost } from "./host.ts";
import { writeAll } from "./write.ts";

/** esbuild define: true in bundles that were built with --otel. */
declare const FLOWC_OTEL: boolean;

/**
 * Opens telemetry where the environment asks for it: `flowc run` brings the code, and a bundle has it that was built with
 * --otel. What goes wrong is one line on standard error, unless that has events alone.
 */
export async function telemetryOf(
  { name, version, compilerVersion }: Omit<TelemetryOwner, "warn">,
  host: Pick<CommandHost, "telemetry">,
  isQuiet: boolean,
): Promise<Telemetry | undefined> {
  if (!asksForTelemetry(process.env)) return undefined;
  const warn: TelemetryOwner["warn"] = (problem) =>
    void (isQuiet || writeAll(2, Buffer.from(`warning: telemetry: ${problem}\n`)));
  const owner = { name, version, compilerVersion, warn };
  if (host.telemetry !== undefined) return (await host.telemetry())(process.env, owner);
  if (typeof FLOWC_OTEL !== "undefined" && FLOWC_OTEL)
    return (await import("../telemetry/telemetry.ts")).openTelemetry(process.env, owner);
  warn("nothing is sent: this bundle was built without --otel");
  return undefined;
}

/** True where the environment asks for telemetry. */
export function asksForTelemetry(environment: NodeJS.ProcessEnv): boolean {
  const endpoint = ["", "TRACES_", "METRICS_"].some((signal) =>
    Boolean(environment[`OTEL_EXPORTER_OTLP_${signal}ENDPOINT`]),
  );
  return endpoint && environment["OTEL_SDK_DISABLED"]?.toLowerCase() !== "true";
}
