import { home } from "./data-folders.ts";
import type { Image } from "./image.ts";
import { installLines, user, venvFolder } from "./install-lines.ts";
import { dockerText } from "./quote.ts";

/** The Dockerfile of an image, in the order in which its layers change: what is installed first, the bundle last. */
export function dockerfile(image: Image): string {
  const { bundle, server, data, isWorker } = image;
  const blocks: readonly (readonly string[])[] = [
    baseArguments(image),
    ...(image.installation.venv?.version === undefined ? [] : [["FROM ${UV_IMAGE} AS uv"]]),
    addonStage(image),
    [`FROM ${image.fixedBase ? image.base : "${NODE_IMAGE}"}`],
    installLines(image.installation, data),
    labelLines(image),
    environmentLines(image),
    [`WORKDIR ${home}`, ...copyLines(image)],
    [
      ...(server === undefined ? [] : [`EXPOSE ${server.port}`]),
      ...(data.length === 0 ? [] : [`VOLUME ${JSON.stringify(data.map(({ path }) => path))}`]),
      `USER ${user.uid}:${user.gid}`,
      "STOPSIGNAL SIGTERM",
      ...(server === undefined ? [] : [healthCheck(bundle)]),
      `ENTRYPOINT ${JSON.stringify(["node", `/app/${bundle}`])}`,
      ...(isWorker ? ['CMD ["worker"]'] : []),
    ],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join("\n")}\n`)
    .join("\n");
}

function baseArguments({ base, fixedBase, installation }: Image): readonly string[] {
  const uv = installation.venv?.version !== undefined;
  const node = [`# Fix the base by its digest: flowc build --docker --base ${base}@sha256:…`, `ARG NODE_IMAGE=${base}`];
  return [
    ...(fixedBase ? [] : node),
    ...(uv ? ["# Brings the Python that the workflow asks for.", `ARG UV_IMAGE=${uvImage}`] : []),
  ];
}

const uvImage = "astral/uv:0.13";

/** Holds the addon for each architecture, and all of them for builders that do not say which they build for. */
function addonStage({ addons }: Image): readonly string[] {
  if (addons.length === 0) return [];
  const all = addons.map(({ name }) => name).join(" ");
  const each = addons.map(({ name, architecture }) => `COPY ${name} /${architecture}/`);
  return ["FROM scratch AS addons", ...each, `COPY ${all} /any/`];
}

/** The addon of the image's own architecture, then what is the same in all. */
function copyLines({ copied, addons }: Image): readonly string[] {
  const others = copied.filter((name) => !addons.some((addon) => addon.name === name));
  const copy = `COPY ${others.join(" ")} /app/`;
  return addons.length === 0 ? [copy] : ["ARG TARGETARCH", "COPY --from=addons /${TARGETARCH:-any}/ /app/", copy];
}

/** Names are those of the OCI image specification (annotations); what the user gives goes over what flowc knows. */
function labelLines({ title, description, version, created, base, fixedBase, labels }: Image): readonly string[] {
  const [name = "", digest] = base.split("@");
  const known = {
    title,
    description,
    version,
    created: created?.toISOString(),
    ...(fixedBase && { "base.name": name, "base.digest": digest }),
  };
  const full = Object.entries(known).map(([key, value]) => [`org.opencontainers.image.${key}`, value] as const);
  const all = Object.entries({ ...Object.fromEntries(full), ...labels }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${dockerText(value)}`],
  );
  const whatever = fixedBase ? [] : ['org.opencontainers.image.base.name="${NODE_IMAGE}"'];
  return [...(fixedBase ? [] : ["ARG NODE_IMAGE"]), `LABEL ${[...all, ...whatever].join(" \\\n      ")}`];
}

function environmentLines({ server, installation }: Image): readonly string[] {
  const variables = [
    "NODE_ENV=production",
    `HOME=${home}`,
    "HOST=0.0.0.0",
    ...(server === undefined ? [] : [`PORT=${server.port}`]),
    ...(installation.venv === undefined ? [] : [`FLOWC_VENV=${venvFolder}`, `PATH="${venvFolder}/bin:\${PATH}"`]),
  ];
  return [`ENV ${variables.join(" \\\n    ")}`];
}

/** The bundle asks its own server, wherever that listens. */
function healthCheck(bundle: string): string {
  const command = JSON.stringify(["node", `/app/${bundle}`, "healthcheck"]);
  return `HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \\\n    CMD ${command}`;
}
