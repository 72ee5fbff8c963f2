import { isIP } from "node:net";
import { effectsOf } from "../../describe/effects.ts";
import type { Plan } from "../../nouns/plan.ts";
import { constantText } from "../../tree/plan-option.ts";
import { needsNetwork } from "../needs-network.ts";
import type { Workload } from "./workload.ts";

/**
 * What the pods may reach and who reaches them, made from the effects. Kubernetes knows addresses and ports, no names: a
 * host that is a name is its port, and what only a run knows is everything.
 */
export function networkPolicySpec(plan: Plan, workload: Workload): Readonly<Record<string, unknown>> {
  const { selector, port, mode } = workload;
  return {
    podSelector: { matchLabels: selector },
    policyTypes: ["Ingress", "Egress"],
    ingress: port === undefined ? [] : [{ ports: [{ port: "http", protocol: "TCP" }] }],
    // Where the database of its runs is, a Secret says.
    egress: mode === "worker" ? [{}] : egress(plan),
  };
}

function egress(plan: Plan): readonly unknown[] {
  if (!needsNetwork(plan)) return [];
  const targets = targetsOf(plan);
  if (targets === undefined) return [{}];
  const rules = [...new Map(targets.map((target) => [JSON.stringify(target), rule(target)])).values()];
  return [{ ports: ["UDP", "TCP"].map((protocol) => ({ port: 53, protocol })) }, ...rules];
}

/** Where a run goes. */
interface Target {
  /** An address; undefined: any. */
  readonly address: string | undefined;
  readonly ports: readonly number[];
}

function rule({ address, ports }: Target): unknown {
  const to =
    address === undefined ? {} : { to: [{ ipBlock: { cidr: `${address}/${isIP(address) === 6 ? 128 : 32}` } }] };
  return { ...to, ports: ports.map((port) => ({ port, protocol: "TCP" })) };
}

/** All that a run can reach, sorted by name; undefined where only the run knows. */
function targetsOf(plan: Plan): readonly Target[] | undefined {
  const { commands = [], hosts = [] } = effectsOf(plan);
  const addresses = [...hosts, ...databaseHosts(plan)];
  if (commands.length > 0 || addresses.includes("dynamic")) return undefined;
  return addresses.map(targetOf);
}

/** `host`, `host:port` or `[address]:port`; a URL without a port goes to those of HTTP. */
function targetOf(host: string): Target {
  const [, name = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  const bare = name.replace(/^\[|\]$/g, "");
  return { address: isIP(bare) === 0 ? undefined : bare, ports: port === undefined ? [80, 443] : [Number(port)] };
}

/** Hosts of databases other than SQLite's, with their ports. */
function databaseHosts({ connections }: Plan): readonly string[] {
  return connections.flatMap(({ url, drivers }) => {
    if (drivers.every((driver) => driver === "sqlite")) return [];
    const text = constantText(url)?.trim();
    if (text === undefined) return ["dynamic"];
    if (!URL.canParse(text)) return ["dynamic"];
    const { hostname, port, protocol } = new URL(text);
    return hostname === "" ? ["dynamic"] : [`${hostname}:${port || (protocol.startsWith("postgres") ? 5432 : 3306)}`];
  });
}
