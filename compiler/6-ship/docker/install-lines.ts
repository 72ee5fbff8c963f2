import type { DataFolder } from "./data-folders.ts";
import type { Installation, Venv } from "./installation.ts";
import { shellWord } from "./quote.ts";

/** Where the virtual environment lies in the image, and the Pythons of uv. */
export const venvFolder = "/opt/venv";
const pythonFolder = "/opt/python";

/** User and group of the image: `node` of the official one, as a number, which Kubernetes asks for (runAsNonRoot). */
export const user = { uid: 1000, gid: 1000 };

/** The one RUN instruction of an image: packages, and the folders of its volumes. Empty where there is nothing to do. */
export function installLines(installation: Installation, folders: readonly DataFolder[]): readonly string[] {
  const commands = [
    ...systemCommands(installation),
    ...(installation.venv === undefined ? [] : venvCommands(installation.venv)),
    ...folders.map(({ path }) => [`install -d -m 0700 -o ${user.uid} -g ${user.gid} ${shellWord(path)}`]),
  ];
  if (commands.length === 0) return [];
  const mount = installation.venv?.version === undefined ? [] : ["--mount=type=bind,from=uv,source=/uv,target=/bin/uv"];
  const [first = [], ...others] = commands;
  const lines = [...mount, ...first, ...others.flatMap(([head, ...rest]) => [`&& ${head}`, ...rest])];
  return [`RUN ${lines.join(" \\\n    ")}`];
}

/** Commands of one line or of several, each a list of its lines. */
type Commands = readonly (readonly string[])[];

function systemCommands({ system, osPackages }: Installation): Commands {
  if (osPackages.length === 0) return [];
  const words = osPackages.map((name) => `  ${shellWord(name)}`);
  if (system === "alpine") return [["apk add --no-cache", ...words]];
  return [
    ["apt-get update"],
    ["DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends", ...words],
    ["rm -rf /var/lib/apt/lists/*"],
  ];
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
