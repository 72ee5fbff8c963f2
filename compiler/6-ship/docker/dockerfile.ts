import { home } from "./data-folders.ts";
import type { Image } from "./image.ts";
import { installLines, user, venvFolder } from "./install-lines.ts";
import { dockerText } from "./quote.ts";

/** The Dockerfile of an image, in the order in which its layers change: what is installed first, the bundle last. */
export function dockerfile(image: Image): string {
  const { bundle, copied, server, data } = image;
  const blocks: readonly (readonly string[])[] = [
    baseLines(image),
    installLines(image.installation, data),
    [`LABEL ${labels(image).join(" \\\n      ")}`],
    environmentLines(image),
    [`WORKDIR ${home}`, `COPY ${copied.join(" ")} /app/`],
    [
      ...(server === undefined ? [] : [`EXPOSE ${server.port}`]),
      ...(data.length === 0 ? [] : [`VOLUME ${JSON.stringify(data.map(({ path }) => path))}`]),
      `USER ${user.uid}:${user.gid}`,
      "STOPSIGNAL SIGTERM",
      ...(server === undefined ? [] : [healthCheck(bundle)]),
      `ENTRYPOINT ${JSON.stringify(["node", `/app/${bundle}`])}`,
    ],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join("\n")}\n`)
    .join("\n");
}

function baseLines({ base, platform, installation }: Image): readonly string[] {
  const on = platform === undefined ? "" : "--platform=${IMAGE_PLATFORM} ";
  const uv = installation.venv?.version !== undefined;
  return [
    `# Fix the base by its digest: --build-arg NODE_IMAGE=${base}@sha256:…`,
    `ARG NODE_IMAGE=${base}`,
    ...(platform === undefined ? [] : [`ARG IMAGE_PLATFORM=${platform}`]),
    ...(uv ? ["# Brings the Python that the workflow asks for.", `ARG UV_IMAGE=${uvImage}`] : []),
    ...(uv ? [`FROM ${on}\${UV_IMAGE} AS uv`] : []),
    `FROM ${on}\${NODE_IMAGE}`,
  ];
}

const uvImage = "astral/uv:0.13";

/** Names are those of the OCI image specification (annotations). */
function labels({ title, description, version, created }: Image): readonly string[] {
  const known = { title, description, version, created: created?.toISOString() };
  return Object.entries(known).flatMap(([name, value]) =>
    value === undefined ? [] : [`org.opencontainers.image.${name}=${dockerText(value)}`],
  );
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
