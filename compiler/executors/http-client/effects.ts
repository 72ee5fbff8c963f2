import type { Effects } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import { constantText, describedHost, describedText, isGiven, optionOf } from "../../tree/plan-option.ts";

/** What a request may touch: where it goes, through which proxy, and the files of its certificates. */
export function httpEffects(action: PlanAction): Effects {
  const [proxy, tls] = [optionOf(action, "proxy"), optionOf(action, "tls")];
  // An empty text asks for no proxy.
  const proxies = proxy === undefined || (proxy.kind === "constant" && !isGiven(proxy)) ? [] : [describedHost(proxy)];
  return { hosts: [describedHost(optionOf(action, "url")), ...proxies], files: tls === undefined ? [] : filesOf(tls) };
}

const tlsFiles = new Set(["ca", "cert", "key"]);

/** A certificate may stand there itself, and is not a file. */
function filesOf(tls: PlanValue): readonly string[] {
  const entries = tls.kind === "map" ? tls.entries.filter(({ key }) => tlsFiles.has(key)) : [];
  return entries.map(({ value }) => describedText(value)).filter((path) => !path.includes("-----BEGIN"));
}

/** Whether its method is one that changes nothing. */
export function onlyAsks(action: PlanAction): boolean {
  const method = optionOf(action, "method");
  return method === undefined || /^(?:GET|HEAD|OPTIONS)$/i.test(constantText(method) ?? "");
}
