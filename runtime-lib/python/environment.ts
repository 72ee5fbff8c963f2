import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { type ExecResult, runChild } from "../exec/exec.ts";
import { FlowError } from "../run/errors.ts";
import { homeFolder } from "../run/home-folder.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";

/** The Python that the scripts of a run use. */
export interface Interpreter {
  readonly program: string;
  /** What a virtual environment adds. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What `settings.agentSettings` asks for. */
export interface PythonRequest {
  /** Requirements as pip reads them; the compiler has looked at them. */
  readonly packages?: readonly string[];
  /** Such as `3.12`: a Python of that version, or of one that begins so. */
  readonly version?: string;
}

/**
 * Finds Python before anything runs, and makes or finds the virtual environment of the packages. A missing program, a
 * wrong version and packages that cannot be installed are class preflight.
 */
export async function preparePython(step: StepContext, request: PythonRequest): Promise<Interpreter> {
  const { PATH, FLOWC_PYTHON, FLOWC_VENV, XDG_CACHE_HOME, HOME } = step.environment;
  const key = JSON.stringify([request, PATH, FLOWC_PYTHON, FLOWC_VENV, XDG_CACHE_HOME, HOME]);
  const known = prepared.get(key);
  const isKnown = known !== undefined && isProgram(known.program);
  const interpreter = isKnown
    ? known
    : await throughEffects(step, { kind: "interpreter", request }, () => prepare(step, request));
  if (step.effects === undefined) prepared.set(key, interpreter);
  step.shared?.set(preparePython, interpreter);
  return interpreter;
}

/** What earlier runs of this process have found: a server would ask Python for its version at each request. */
const prepared = new Map<string, Interpreter>();

async function prepare(step: StepContext, request: PythonRequest): Promise<Interpreter> {
  const { packages = [] } = request;
  const made = step.environment["FLOWC_VENV"];
  if (made) return readyEnvironment(step, resolve(made), request);
  const program = await findPython(step, request);
  return packages.length === 0 ? { program, environment: {} } : environmentOf(step, program, packages);
}

/** `FLOWC_VENV`: a virtual environment that has the packages, as in a container. Nothing is installed into it. */
async function readyEnvironment(step: StepContext, folder: string, { version }: PythonRequest): Promise<Interpreter> {
  const interpreter = interpreterIn(folder, step);
  if (!isProgram(interpreter.program)) throw new FlowError("preflight", `FLOWC_VENV is ${folder}, which has no Python`);
  const found = version === undefined ? undefined : await versionOf(step, interpreter.program);
  if (version === undefined || (found !== undefined && begins(found, version))) return interpreter;
  throw new FlowError("preflight", `pythonVersion is ${version}, but FLOWC_VENV has ${found ?? "no Python"}`);
}

const onWindows = process.platform === "win32";

/** `FLOWC_PYTHON`, else python3 on the PATH; where a version is asked for and that is another, what else has it. */
async function findPython(step: StepContext, { version }: PythonRequest): Promise<string> {
  const name = step.environment["FLOWC_PYTHON"] || (onWindows ? "python" : "python3");
  const program = findProgram(name, step);
  if (version === undefined) {
    if (program === undefined) throw missing(name);
    return program;
  }
  const found = program && (await versionOf(step, program));
  if (program !== undefined && found !== undefined && begins(found, version)) return program;
  const other = step.environment["FLOWC_PYTHON"] ? undefined : await otherPython(step, version);
  if (other !== undefined) return other;
  if (program === undefined) throw missing(name);
  throw new FlowError("preflight", `pythonVersion is ${version}, but ${name} is ${found ?? "no Python"}`);
}

function missing(name: string): FlowError {
  return new FlowError(
    "preflight",
    `program '${name}' was not found: python resources need it (FLOWC_PYTHON names another)`,
  );
}

/** `python3.12` on the PATH, or one that uv knows. */
async function otherPython(step: StepContext, version: string): Promise<string | undefined> {
  const named = findProgram(`python${/^\d+(?:\.\d+)?/.exec(version)?.[0] ?? version}`, step);
  const found = named && (await versionOf(step, named));
  if (named !== undefined && found !== undefined && begins(found, version)) return named;
  const uv = findProgram("uv", step);
  if (uv === undefined) return undefined;
  const { success, stdout } = await call(step, uv, ["python", "find", version]);
  return success && existsSync(stdout.trim()) ? stdout.trim() : undefined;
}

async function versionOf(step: StepContext, program: string): Promise<string | undefined> {
  const { stdout } = await call(step, program, ["-c", "import platform; print(platform.python_version())"]);
  return /^\d+\.\d+\S*$/.test(stdout) ? stdout : undefined;
}

function begins(found: string, version: string): boolean {
  return found === version || found.startsWith(`${version}.`);
}

/**
 * A virtual environment is made in a folder of its own and made known by a file that is renamed into place: of two runs
 * that start together each finds a whole one. It is not moved, since its programs name its folder.
 */
async function environmentOf(step: StepContext, program: string, packages: readonly string[]): Promise<Interpreter> {
  const version = (await versionOf(step, program)) ?? "unknown";
  const key = createHash("sha256")
    .update(JSON.stringify([packages, version, program]))
    .digest("hex")
    .slice(0, 32);
  const cache = cacheFolder(step);
  const entry = join(cache, key);
  const known = readEntry(entry);
  if (known !== undefined) return interpreterIn(known, step);
  const folder = `${entry}-${randomBytes(6).toString("hex")}`;
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    await install(step, { program, packages, folder });
    writeFileSync(`${folder}.entry`, folder);
    renameSync(`${folder}.entry`, entry);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (error instanceof FlowError || step.signal.aborted) throw error;
    throw new FlowError("preflight", `no place for Python packages in ${cache}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return interpreterIn(folder, step);
}

/** The folder of an environment that was made before and is still there. */
function readEntry(entry: string): string | undefined {
  try {
    const folder = readFileSync(entry, "utf8");
    return existsSync(pythonIn(folder)) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function interpreterIn(folder: string, step: StepContext): Interpreter {
  const bin = join(folder, onWindows ? "Scripts" : "bin");
  const path = [bin, step.environment["PATH"] ?? ""].filter((part) => part !== "").join(delimiter);
  return { program: pythonIn(folder), environment: { VIRTUAL_ENV: folder, PATH: path } };
}

function pythonIn(folder: string): string {
  return onWindows ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

interface Installation {
  readonly program: string;
  readonly packages: readonly string[];
  readonly folder: string;
}

async function install(step: StepContext, { program, packages, folder }: Installation): Promise<void> {
  const uv = findProgram("uv", step);
  if (uv !== undefined) {
    await must(step, uv, ["venv", "--quiet", "--python", program, folder]);
    await must(step, uv, ["pip", "install", "--quiet", "--python", pythonIn(folder), "--", ...packages]);
    return;
  }
  await must(step, program, ["-m", "venv", folder]);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--"];
  await must(step, pythonIn(folder), [...pip, ...packages]);
}

async function must(step: StepContext, program: string, args: readonly string[]): Promise<void> {
  const { success, stdout, stderr } = await call(step, program, args);
  if (success) return;
  const lines = `${stdout}\n${stderr}`.split("\n").map((line) => line.trim());
  const said = lines.findLast((line) => line !== "" && !/^(?:\[notice\]|hint:)/.test(line)) ?? "it gives no reason";
  throw new FlowError("preflight", `Python packages cannot be installed: ${said.slice(0, 300)}`, { stderr });
}

/** Runs a program of the preparation; whatever it says is looked at by the caller. */
function call(step: StepContext, program: string, args: readonly string[]): Promise<ExecResult> {
  const spec = { program, args, ownArgs: args.length, cwd: undefined, env: { PYTHONIOENCODING: "utf-8" } };
  return runChild(step, spec, { failOnNonZero: false }).catch((error: unknown) => {
    step.signal.throwIfAborted();
    return { stdout: "", stderr: (error as Error).message, exitCode: 127, success: false };
  });
}

function cacheFolder({ environment }: StepContext): string {
  const home = environment["HOME"] || homeFolder();
  const base = environment["XDG_CACHE_HOME"] || (home && join(home, ".cache"));
  if (base) return join(resolve(base), "flowc", "python");
  throw new FlowError("preflight", "there is no folder for Python packages: set XDG_CACHE_HOME or HOME");
}

/** Where the system looks when there is no PATH. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** The program of that name on the PATH of the run, or the path itself. */
function findProgram(name: string, { environment }: StepContext): string | undefined {
  if (/[/\\]/.test(name)) return isProgram(name) ? resolve(name) : undefined;
  const folders = (environment["PATH"] ?? environment["Path"] ?? DEFAULT_PATH).split(delimiter);
  const endings = onWindows ? [".exe", ".cmd", ".bat"] : [""];
  const paths = folders.flatMap((folder) => endings.map((ending) => join(folder === "" ? "." : folder, name + ending)));
  const found = paths.find(isProgram);
  return found && resolve(found);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
