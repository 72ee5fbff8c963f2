import type { DataFolder } from "./data-folders.ts";
import type { Installation, Venv } from "./installation.ts";
import { shellWord } from "./quote.ts";

/** Where the virtual environment lies in the image, and the Pythons of uv. */
export const venvFolder = "/opt/venv";
const pythonFolder = "/opt/python";

/** User and group of the image: `node` of the official one, as a number, which Kubernetes asks for (runAsNonRoot). */
export const user = { uid: 1000, gid: 1000 };

/**
 * The one RUN instruction of an image, with the build arguments that it reads: packages, and the folders of its volumes,
 * which the group of root may write to as the user may, so that a container may run as any user of that group. Empty where
 * there is nothing to do.
 */
export function installLines(installation: Installation, folders: readonly DataFolder[]): readonly string[] {
  const commands = [
    ...systemCommands(installation),
    ...(installation.venv === undefined ? [] : venvCommands(installation.venv)),
    ...folders.map(({ path }) => [`install -d -m 0770 -o ${user.uid} -g 0 ${shellWord(path)}`]),
  ];
  if (commands.length === 0) return [];
  const mount = installation.venv?.version === undefined ? [] : ["--mount=type=bind,from=uv,source=/uv,target=/bin/uv"];
  const [first = [], ...others] = commands;
  const lines = [...mount, ...first, ...others.flatMap(([head, ...rest]) => [`&& ${head}`, ...rest])];
  return [...mirrors(installation), `RUN ${lines.join(" \\\n    ")}`];
}

/** Where packages come from, as far as the builder says; RUN finds build arguments in its environment. */
function mirrors({ system, osPackages, venv }: Installation): readonly string[] {
  const names = [
    ...(osPackages.length === 0 ? [] : [system === "alpine" ? "APK_MIRROR" : "APT_MIRROR"]),
    ...(venv === undefined ? [] : venv.version === undefined ? ["PIP_INDEX_URL"] : uvMirrors),
  ];
  if (names.length === 0) return [];
  return [
    "# Mirrors, and the proxies that every builder knows: see docs/containers.md.",
    ...names.map((name) => `ARG ${name}`),
  ];
}

/** Read by uv: where Pythons and packages come from. */
const uvMirrors = ["UV_PYTHON_INSTALL_MIRROR", "UV_DEFAULT_INDEX"];

/** Commands of one line or of several, each a list of its lines. */
type Commands = readonly (readonly string[])[];

function systemCommands({ system, osPackages }: Installation): Commands {
  if (osPackages.length === 0) return [];
  const words = osPackages.map((name) => `  ${shellWord(name)}`);
  if (system === "alpine")
    return [
      [fromMirror("APK_MIRROR", "https://dl-cdn.alpinelinux.org", "/etc/apk/repositories")],
      ["apk add --no-cache", ...words],
    ];
  return [
    [fromMirror("APT_MIRROR", "http://deb.debian.org", "$(find /etc/apt -name sources.list -o -name '*.sources')")],
    ["apt-get update"],
    ["DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends", ...words],
    ["rm -rf /var/lib/apt/lists/*"],
  ];
}

/** Puts the mirror in the place of the system's own server, where one is given. */
function fromMirror(name: string, server: string, files: string): string {
  return `if [ -n "\${${name}}" ]; then sed -i "s|${server}|\${${name}}|" ${files}; fi`;
}

function venvCommands({ version, packages }: Venv): Commands {
  const words = packages.map((requirement) => `  ${shellWord(requirement)}`);
  const python = `${venvFolder}/bin/python`;
  if (version === undefined) {
    const pip = `${python} -m pip install --no-cache-dir --disable-pip-version-check --no-input --`;
    return [[`python3 -m venv ${venvFolder}`], [pip, ...words]];
  }
  const make = `UV_PYTHON_INSTALL_DIR=${pythonFolder} uv venv --no-cache --managed-python --python ${shellWord(version)} ${venvFolder}`;
  return [[make], ...(words.length === 0 ? [] : [[`uv pip install --no-cache --python ${python} --`, ...words]])];
}
