import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";

/** What a bundle says of itself with `--describe`, as far as grants follow from it. */
export interface Described {
  readonly effects: Readonly<
    Record<"commands" | "files" | "hosts" | "models" | "databases" | "memory", readonly string[]>
  >;
  readonly routes?: readonly unknown[];
}

/** What a run is given beside its workflow. */
export interface SandboxedRun {
  readonly describe: Described;
  /** The file of the bundle; what it loads lies beside it. */
  readonly file: string;
  /** Whether an addon lies there. */
  readonly hasAddon: boolean;
  /** Arguments of the bundle. */
  readonly argv: readonly string[];
  /** Paths of `--allow`. */
  readonly allowed: readonly string[];
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The options of Node that let a run do what its workflow declares, and nothing else: files, programs, addons, and the
 * network where this Node can refuse it (from 25 on). Paths that only the run knows are not among them.
 */
export function sandboxGrants(run: SandboxedRun): readonly string[] {
  const { commands, hosts, models, databases } = run.describe.effects;
  const usesNetwork = [hosts, models, databases, run.describe.routes ?? []].some((list) => list.length > 0);
  const options = [
    ["--allow-child-process", commands.length > 0],
    ["--allow-addons", run.hasAddon],
    ["--allow-net", usesNetwork && process.allowedNodeEnvironmentFlags.has("--allow-net")],
  ] as const;
  return [
    "--permission",
    ...options.flatMap(([option, isNeeded]) => (isNeeded ? [option] : [])),
    ...readable(run).map((path) => `--allow-fs-read=${path}`),
    ...writable(run).map((path) => `--allow-fs-write=${path}`),
  ];
}

function readable(run: SandboxedRun): readonly string[] {
  const { describe, file, environment } = run;
  const { commands } = describe.effects;
  const programs = commands.includes("python3") ? (environment["PATH"] ?? "").split(delimiter).filter(Boolean) : [];
  // The processes of a command are looked for there when it is ended.
  const processes = commands.length > 0 && process.platform === "linux" ? ["/proc"] : [];
  const paths = [...declaredFiles(run), ...namedFiles(run, readOptions), ...programs, ...processes];
  return unique([...whole(dirname(file)), ...paths.flatMap(whole), ...writable(run)]);
}

function writable(run: SandboxedRun): readonly string[] {
  const { effects, routes = [] } = run.describe;
  // SQLite writes its log beside a file.
  const memory = effects.memory.length > 0 ? declaredFiles(run).map((path) => dirname(path)) : [];
  const given = [
    ...namedFiles(run, writeOptions),
    ...keptRuns(run),
    ...run.allowed.map((path) => resolve(run.workingFolder, path)),
  ];
  const uploads =
    routes.length > 0 && effects.files.includes("dynamic") ? [join(temporary(run), "flowc-upload-*")] : [];
  return unique([...[...memory, ...given].flatMap(whole), ...uploads]);
}

/** A path, and what is beneath it if it is a folder. */
function whole(path: string): readonly string[] {
  return [path, join(path, "*")];
}

/** The files that the workflow names: of those that only a run knows nothing is said. */
function declaredFiles({ describe, workingFolder, environment }: SandboxedRun): readonly string[] {
  const named = describe.effects.files.filter((path) => path !== "dynamic" && !path.includes("{{"));
  const home = environment["HOME"] ?? homedir();
  return named.map((path) => resolve(workingFolder, path.replace(/^~(?=\/|$)/, home)));
}

const readOptions: ReadonlySet<string> = new Set(["--file", "--env-file", "--input-json"]);
/** As `run` hands them on: an optional value has a name of its own. */
const writeOptions: ReadonlySet<string> = new Set(["--events-file", "--record-file", "--journal-file"]);

/** The files that options of the command line name: the user gives them, not the workflow. */
function namedFiles({ argv, workingFolder }: SandboxedRun, options: ReadonlySet<string>): readonly string[] {
  const pairs = argv.map((argument, index) => {
    const at = argument.indexOf("=");
    return at === -1 ? ([argument, argv[index + 1] ?? ""] as const) : [argument.slice(0, at), argument.slice(at + 1)];
  });
  return pairs.flatMap(([option = "", value = ""]) => {
    if (!options.has(option) || value === "" || value.startsWith("-")) return [];
    if (option !== "--input-json") return [resolve(workingFolder, value)];
    return value.startsWith("@") ? [resolve(workingFolder, value.slice(1))] : [];
  });
}

/** Where runs are kept that options ask for and no option names a file for. */
function keptRuns({ argv, environment }: SandboxedRun): readonly string[] {
  return argv.some((argument) => keepOptions.has(argument)) ? [join(environment["HOME"] ?? homedir(), ".flowc")] : [];
}

const keepOptions: ReadonlySet<string> = new Set(["--record", "--journal", "--of"]);

function temporary({ environment }: SandboxedRun): string {
  return environment["TMPDIR"] || "/tmp";
}

/** Each once, and nothing that lies beneath another: Node takes such a path for an end of the folder's grant. */
function unique(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)];
  const folders = all.filter((path) => path.endsWith("/*")).map((path) => path.slice(0, -1));
  return all.filter((path) => !folders.some((folder) => path.startsWith(folder) && path !== `${folder}*`));
}
