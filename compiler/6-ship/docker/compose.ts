import type { Image } from "./image.ts";
import { composeText } from "./quote.ts";

/** The compose file of an image: one service, `workflow`, with few rights. Keys are in the order that dclint asks for. */
export function compose(image: Image): string {
  const { data, server, interactive, platform } = image;
  const service = [
    "build: .",
    ...volumeLines(image),
    ...environmentLines(image),
    ...(server === undefined ? [] : portLines(server.port)),
    ...list("cap_drop", ["ALL"]),
    "init: true",
    ...(platform === undefined ? [] : [`platform: ${platform}`]),
    "read_only: true",
    ...list("security_opt", ["no-new-privileges:true"]),
    ...(interactive ? ["stdin_open: true"] : []),
    ...(server === undefined ? [] : ["# Running requests have 10 seconds to end.", "stop_grace_period: 15s"]),
    ...list("tmpfs", ["/tmp"]),
  ];
  return [
    `name: ${composeText(projectName(image.bundle))}`,
    "services:",
    "  workflow:",
    ...service.map((line) => `    ${line}`),
    ...(data.length === 0 ? [] : ["volumes:", ...data.map(({ name }) => `  ${name}:`)]),
    "",
  ].join("\n");
}

function volumeLines({ data, dataElsewhere }: Image): readonly string[] {
  const note = "# Some paths of files are only known when it runs: their folders need a volume too.";
  return [
    ...(dataElsewhere ? [note] : []),
    ...list(
      "volumes",
      data.map(({ name, path }) => `${name}:${path}`),
    ),
  ];
}

function environmentLines({ environment }: Image): readonly string[] {
  if (environment.length === 0) return [];
  const note = "# Names only: the values are those of the shell, or of a file .env beside this one.";
  return [note, ...list("environment", environment.map(composeText))];
}

function portLines(port: number): readonly string[] {
  return [
    "# Only this machine reaches it; without 127.0.0.1 others do, too.",
    ...list("ports", [`'127.0.0.1:${port}:${port}'`]),
    "restart: unless-stopped",
  ];
}

function list(key: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${key}:`, ...items.map((item) => `  - ${item}`)];
}

/** Names of projects are small letters, digits and single dashes between them. */
function projectName(bundle: string): string {
  const name = bundle
    .replace(/\.mjs$/, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return name === "" ? "workflow" : name;
}
