import type { Plan, PlanAction, PlanResource, PlanValue } from "../plan.ts";

/** What the workflow may touch, as far as its text shows. */
export function effectsOf(plan: Plan): Readonly<Record<string, readonly string[]>> {
  const option = (runtime: string, key: string): readonly string[] => texts(optionValues(plan, runtime, key));
  const [hosts, models] = [hostsOf(plan), option("chat", "model")];
  const files = filesOf(plan);
  const databases = plan.connections.map(({ name }) => name).sort();
  return {
    commands: commandsOf(plan),
    environment: environmentOf(plan),
    memory: option("memory", "key"),
    ...(hosts.length === 0 ? {} : { hosts }),
    ...(models.length === 0 ? {} : { models }),
    ...(files.length === 0 ? {} : { files }),
    ...(databases.length === 0 ? {} : { databases }),
  };
}

/** Commands, and Python where scripts need it. */
function commandsOf(plan: Plan): readonly string[] {
  const python = actionsOf(plan, "python").length === 0 ? [] : ["python3"];
  return [...new Set([...texts(optionValues(plan, "exec", "command")), ...python])].sort();
}

/** Variables that expressions read, and those that say where a chat goes and with what key, unless its text does. */
function environmentOf(plan: Plan): readonly string[] {
  const asked = actionsOf(plan, "chat").flatMap((action) =>
    chatVariables.flatMap(({ key, variable }) => (isGiven(optionOf(action, key)) ? [] : [variable])),
  );
  return [...new Set([...plan.environmentReads, ...asked])].sort();
}

const chatVariables = [
  { key: "apiKey", variable: "OPENAI_API_KEY" },
  { key: "baseUrl", variable: "OPENAI_BASE_URL" },
] as const;

/** Whether a text is there and not empty, whatever a run brings. */
function isGiven(value: PlanValue | undefined): boolean {
  return value?.kind === "constant" && value.value !== "";
}

/** Where requests go, and through which proxies. A chat without a `baseUrl` goes where the environment says. */
function hostsOf(plan: Plan): readonly string[] {
  const urls = [
    ...actionsOf(plan, "httpClient").map((action) => optionOf(action, "url")),
    ...actionsOf(plan, "chat").map((action) => optionOf(action, "baseUrl")),
  ];
  // An empty text asks for no proxy.
  const proxies = optionValues(plan, "httpClient", "proxy").filter(
    (value) => value.kind !== "constant" || isGiven(value),
  );
  const hosts = [...urls, ...proxies].map((url) => (url === undefined ? "dynamic" : hostOf(url)));
  return [...new Set(hosts)].sort();
}

/** The host as requests take it from the URL, where the text holds all of it. */
function hostOf(url: PlanValue): string {
  const first = url.kind === "template" ? url.parts[0] : undefined;
  const text = url.kind === "constant" ? `${url.value}/` : typeof first === "string" ? first : "";
  const [start = ""] = /^https?:\/\/[^/\\?#]*[/\\?#]/i.exec(text) ?? [];
  return URL.canParse(start) ? new URL(start).host : "dynamic";
}

/** Files that the workflow itself opens: what commands and scripts open, no text of it shows. */
function filesOf(plan: Plan): readonly string[] {
  const images = optionValues(plan, "chat", "files").flatMap((value) =>
    value.kind === "list" ? value.items : [value],
  );
  const tls = optionValues(plan, "httpClient", "tls").flatMap((value) =>
    value.kind === "map" ? value.entries.filter(({ key }) => tlsFiles.has(key)).map((entry) => entry.value) : [],
  );
  const memories = actionsOf(plan, "memory").map((action) => optionOf(action, "dbPath"));
  const stores = memories.map((value) => (value === undefined ? "~/.flowc/memory.db" : staticText(value)));
  const given = readsFile(allResources(plan)) ? ["dynamic"] : [];
  // A certificate may stand there itself, and is no file.
  const paths = texts([...images, ...tls]).filter((path) => !path.includes("-----BEGIN"));
  return [...new Set([...paths, ...stores, ...given])].sort();
}

const tlsFiles = new Set(["ca", "cert", "key"]);

/** Whether any expression reads the file that a run is given. */
export function readsFile(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(readsFile);
  if (typeof part !== "object" || part === null) return false;
  if ((part as { readonly kind?: unknown }).kind === "file") return true;
  return Object.entries(part).some(([key, value]) => key !== "span" && key !== "type" && readsFile(value));
}

/** The resources of the workflow and of the components that it uses. */
export function allResources({ resources, components }: Plan): readonly PlanResource[] {
  return [...resources, ...components.flatMap((component) => component.resources)];
}

/** What the resources of this executor do. */
function actionsOf(plan: Plan, runtime: string): readonly PlanAction[] {
  return allResources(plan).flatMap(({ action }) => (action?.runtime === runtime ? [action] : []));
}

/** The value of one option, where it is given. */
export function optionOf(action: PlanAction, key: string): PlanValue | undefined {
  return action.options.find((option) => option.key === key)?.value;
}

function optionValues(plan: Plan, runtime: string, key: string): readonly PlanValue[] {
  return actionsOf(plan, runtime).flatMap((action) => optionOf(action, key) ?? []);
}

function texts(values: readonly PlanValue[]): readonly string[] {
  return [...new Set(values.map(staticText))].sort();
}

function staticText(value: PlanValue): string {
  return value.kind === "constant" ? String(value.value) : "dynamic";
}
