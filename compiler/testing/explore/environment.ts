import * as fc from "fast-check";
import { namesSecret } from "../../3-check/secrets/names.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import { textsFor } from "./expected-value.ts";
import { maps } from "./maps.ts";
import { askingPlaces } from "./places.ts";
import type { Expectations } from "./read-expectations.ts";

/** What secrets of explored runs are, by the name of their variable: found wherever they turn up. */
export function secretOf(name: string): string {
  return `secret-${name}-k3Jd8sQz`;
}

/** The name of the variable whose value this secret is. */
export function nameOfSecret(secret: string): string {
  return /^secret-(.*)-/.exec(secret)?.[1] ?? "";
}

/** The variables of the author: what they are read as; those that need not be set may be missing. */
export function environments(plan: Plan, expectations: Expectations): fc.Arbitrary<Readonly<Record<string, string>>> {
  const addresses = new Map([...addressVariables(plan), ...connectionVariables(plan)]);
  const values = plan.environmentReads.map((name) => [name, variable(name, addresses, expectations)] as const);
  return maps(
    values,
    plan.requiredEnvironment.map(({ name }) => name),
  );
}

/** Names of the variables whose values are secrets. */
export function secretVariables(plan: Plan): readonly string[] {
  return plan.environmentReads.filter(namesSecret);
}

function variable(
  name: string,
  addresses: ReadonlyMap<string, string>,
  expectations: Expectations,
): fc.Arbitrary<string> {
  const address = addresses.get(name);
  if (address !== undefined) return fc.constant(address);
  if (namesSecret(name)) return fc.constant(secretOf(name));
  const expected = expectations.environment(name);
  return expected.isUsed ? textsFor(expected) : fc.constant(`value-of-${name}`);
}

const addressKeys = new Set(["url", "baseUrl", "proxy"]);

/** Variables with which an address begins, and an address for each. */
function addressVariables(plan: Plan): readonly (readonly [string, string])[] {
  const options = askingPlaces(plan).flatMap(({ resource }) => resource.action?.options ?? []);
  return options
    .filter(({ key }) => addressKeys.has(key))
    .flatMap(({ value }) => firstVariables(value))
    .map((name) => [name, `https://${name.toLowerCase().replaceAll("_", "-")}.example`]);
}

/** The same of connection strings. */
function connectionVariables({ connections }: Plan): readonly (readonly [string, string])[] {
  return connections.flatMap(({ url, drivers }) => {
    const [driver = "sqlite"] = drivers;
    const address = driver === "sqlite" ? "sqlite::memory:" : `${driver}://db.example/main`;
    return firstVariables(url).map((name) => [name, address] as const);
  });
}

function firstVariables(value: PlanValue): readonly string[] {
  const first = value.kind === "template" ? value.parts[0] : value.kind === "expression" ? value.expression : undefined;
  if (first === undefined || typeof first === "string") return [];
  const read = first.kind === "binary" && first.operator === "??" ? first.left : first;
  return read.kind === "environment" ? [read.name] : [];
}
