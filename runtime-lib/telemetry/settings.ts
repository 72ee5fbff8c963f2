/** The variables of OpenTelemetry that flowc reads, by their names. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where one signal goes; undefined: nowhere. */
export interface SignalSettings {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds that a collector has to take a request. */
  readonly timeoutMs: number;
}

/** What the environment says of telemetry. */
export interface TelemetrySettings {
  readonly traces: SignalSettings | undefined;
  readonly metrics: SignalSettings | undefined;
  /** Milliseconds that the end of a run or a server waits for the collector. */
  readonly closeMs: number;
  /** Milliseconds between two reports of metrics. */
  readonly metricsMs: number;
  /** Share of traces that begin here and are kept. */
  readonly ratio: number;
  /** False: what a caller has decided of its trace does not count. */
  readonly followsParent: boolean;
  readonly serviceName: string | undefined;
  readonly resource: Readonly<Record<string, string>>;
  /** What was found and cannot be used, a sentence each. */
  readonly problems: readonly string[];
}

const defaultTimeoutMs = 10_000;
/** Milliseconds that the end of a run waits where no timeout is asked for. */
const defaultCloseMs = 1_000;

/**
 * Reads the variables of OpenTelemetry's specification ("OTLP Exporter Configuration", "Environment Variable
 * Specification"), as far as flowc knows them. What cannot be used is a problem and as if it were not set.
 */
export function telemetrySettings(variables: Variables): TelemetrySettings {
  const problems: string[] = [];
  const timeout = numberOf(variables, "OTEL_EXPORTER_OTLP_TIMEOUT", problems);
  const attributes = pairsOf(variables, "OTEL_RESOURCE_ATTRIBUTES", problems);
  const { "service.name": named, ...resource } = attributes;
  return {
    traces: signalOf("TRACES", variables, problems),
    metrics: signalOf("METRICS", variables, problems),
    closeMs: timeout ?? defaultCloseMs,
    metricsMs: numberOf(variables, "OTEL_METRIC_EXPORT_INTERVAL", problems) ?? 60_000,
    ...samplerOf(variables, problems),
    serviceName: variables["OTEL_SERVICE_NAME"] || named,
    resource,
    problems: [...new Set(problems)],
  };
}

function signalOf(signal: "TRACES" | "METRICS", variables: Variables, problems: string[]): SignalSettings | undefined {
  if (variables[`OTEL_${signal}_EXPORTER`] === "none") return undefined;
  const own = variables[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  const base = variables["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const text = own || (base && `${base.replace(/\/+$/, "")}/v1/${signal.toLowerCase()}`);
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    problems.push(`OTEL_EXPORTER_OTLP_${own ? `${signal}_` : ""}ENDPOINT is not an HTTP URL`);
    return undefined;
  }
  const either = (name: string) => (variables[`OTEL_EXPORTER_OTLP_${signal}_${name}`] ? `${signal}_${name}` : name);
  return {
    url,
    headers: pairsOf(variables, `OTEL_EXPORTER_OTLP_${either("HEADERS")}`, problems),
    timeoutMs: numberOf(variables, `OTEL_EXPORTER_OTLP_${either("TIMEOUT")}`, problems) ?? defaultTimeoutMs,
  };
}

function samplerOf(variables: Variables, problems: string[]): Pick<TelemetrySettings, "ratio" | "followsParent"> {
  const name = variables["OTEL_TRACES_SAMPLER"] || "parentbased_always_on";
  const followsParent = name.startsWith("parentbased_");
  const kind = followsParent ? name.slice("parentbased_".length) : name;
  if (kind === "always_on") return { ratio: 1, followsParent };
  if (kind === "always_off") return { ratio: 0, followsParent };
  if (kind !== "traceidratio") {
    problems.push(`OTEL_TRACES_SAMPLER is not one of always_on, always_off, traceidratio and parentbased_…`);
    return { ratio: 1, followsParent: true };
  }
  const ratio = numberOf(variables, "OTEL_TRACES_SAMPLER_ARG", problems) ?? 1;
  if (ratio <= 1) return { ratio, followsParent };
  problems.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  return { ratio: 1, followsParent };
}

function numberOf(variables: Variables, name: string, problems: string[]): number | undefined {
  const text = variables[name];
  if (text === undefined || text === "") return undefined;
  const number = Number(text);
  if (Number.isFinite(number) && number >= 0) return number;
  problems.push(`${name} must be a number`);
  return undefined;
}

/** `name=value,name=value`, values as in URLs (W3C Baggage). Problems repeat no value: headers hold secrets. */
function pairsOf(variables: Variables, name: string, problems: string[]): Readonly<Record<string, string>> {
  const entries = (variables[name] ?? "").split(",").filter((pair) => pair.trim() !== "");
  const pairs: Record<string, string> = {};
  for (const entry of entries) {
    const at = entry.indexOf("=");
    const key = entry.slice(0, Math.max(at, 0)).trim();
    try {
      if (key === "") throw new Error("no name");
      pairs[key] = decodeURIComponent(entry.slice(at + 1).trim());
    } catch {
      problems.push(`${name} must be a list such as name=value,name=value`);
    }
  }
  return pairs;
}
