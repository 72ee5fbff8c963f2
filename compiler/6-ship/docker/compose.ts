import { type Comment, styled, yamlText } from "../yaml-text.ts";
import type { Image } from "./image.ts";
import { composeText } from "./quote.ts";

/** The compose file of an image: one service, `workflow`, with few rights. Keys are in the order that dclint asks for. */
export function compose(image: Image): string {
  const { data } = image;
  const service = serviceOf(image);
  const comments = notes.filter(([key]) => Object.hasOwn(service, key));
  return yamlText(
    {
      name: projectName(image.bundle),
      services: { workflow: service },
      ...(data.length === 0 ? {} : { volumes: Object.fromEntries(data.map(({ name }) => [name, null])) }),
    },
    [
      ...comments.map(([key, text]): Comment => [["services", "workflow", key], text]),
      ...unknownFolders(image, service),
    ],
  );
}

function serviceOf({
  data,
  server,
  isWorker,
  interactive,
  platform,
  environment,
}: Image): Readonly<Record<string, unknown>> {
  return {
    build: ".",
    ...(data.length > 0 && { volumes: data.map(({ name, path }) => styled(`${name}:${path}`, "PLAIN")) }),
    ...(environment.length > 0 && { environment: environment.map(composeText) }),
    ...(server && {
      ports: [styled(`127.0.0.1:${server.port}:${server.port}`, "QUOTE_SINGLE")],
      restart: "unless-stopped",
    }),
    ...(isWorker && { restart: "unless-stopped" }),
    cap_drop: ["ALL"],
    init: true,
    ...(platform !== undefined && { platform }),
    read_only: true,
    security_opt: ["no-new-privileges:true"],
    ...(interactive && { stdin_open: true }),
    ...(server && { stop_grace_period: "15s" }),
    tmpfs: ["/tmp"],
  };
}

/** What stands above keys of the service, where they are there. */
const notes: readonly (readonly [key: string, text: string])[] = [
  ["environment", "Names only: values come from the shell, from --env-file FILE, or from a file .env beside this one."],
  ["ports", "Only this machine can reach it; without 127.0.0.1 others can, too."],
  ["stop_grace_period", "Running requests have 10 seconds to finish."],
];

/** Above the volumes, or where they would stand. */
function unknownFolders({ dataElsewhere }: Image, service: object): readonly Comment[] {
  const [, next = ""] = Object.keys(service);
  const text = "Some paths of files are only known when it runs: their folders need a volume too.";
  return dataElsewhere ? [[["services", "workflow", next], text]] : [];
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
