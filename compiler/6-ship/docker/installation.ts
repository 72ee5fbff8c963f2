import { allResources } from "../../describe/effects.ts";
import { executorOf } from "../../executors/list.ts";
import { type Diagnostic, diagnostic } from "../../nouns/diagnostic.ts";
import { isOsPackage, isPythonPackage, isPythonVersion } from "../../nouns/package-names.ts";
import type { Plan } from "../../nouns/plan.ts";

/** What is installed into an image. Everything in it has been looked at once more. */
export interface Installation {
  readonly system: "debian" | "alpine";
  /** Sorted. */
  readonly osPackages: readonly string[];
  /** The virtual environment of the Python packages; undefined where there is none. */
  readonly venv: Venv | undefined;
}

export interface Venv {
  /** A Python of this version, which uv brings along; undefined: the system's own. */
  readonly version: string | undefined;
  /** As they are written: pip reads them in their order. */
  readonly packages: readonly string[];
}

/**
 * What the workflow needs of the system beside Node. Python is there where a step runs it or packages for it are asked
 * for, and certificates wherever something is installed, since programs other than Node bring none. Throws for what
 * cannot be a name of a package: the checker has refused that.
 */
export function installation(plan: Plan, system: Installation["system"]): Installation {
  const { os, pythonVersion } = plan.packages;
  const python = plan.packages.python.map(({ value }) => value);
  refuseWhatIsNone(os, python, pythonVersion);
  const needed = allResources(plan).some((resource) => resource.action && executorOf(resource)?.usesPython);
  const usesPython = needed || python.length > 0;
  const needsVenv = python.length > 0 || (usesPython && pythonVersion !== undefined);
  const added = [
    ...(usesPython && pythonVersion === undefined ? ["python3"] : []),
    ...(needsVenv && pythonVersion === undefined && system === "debian" ? ["python3-venv"] : []),
    ...(python.some((requirement) => requirement.includes("git+https:")) ? ["git"] : []),
  ];
  const wanted = [...os, ...added];
  const certificates = wanted.length > 0 || usesPython ? ["ca-certificates"] : [];
  return {
    system,
    osPackages: [...new Set([...wanted, ...certificates])].sort(),
    venv: needsVenv ? { version: pythonVersion, packages: python } : undefined,
  };
}

/** What an image cannot install though a machine can, as errors where it is written. */
export function imageProblems({ packages }: Plan): readonly Diagnostic[] {
  return packages.python.flatMap(({ value, span }) => {
    if (/@\s*[\w+]+:\/\/[^/@]+@/.test(value) && !/git\+ssh:/.test(value)) {
      const message = "the address of a Python package has a user or a password, which the image's history would show";
      return [diagnostic("invalid-package", span, message, { secret: true })];
    }
    const [scheme] = /(?<=@\s*)(?:file|git\+ssh)(?=:)/.exec(value) ?? [];
    if (scheme === undefined) return [];
    const help = scheme === "file" ? "the image has no files but the bundle" : "the image has no SSH key";
    return [diagnostic("invalid-package", span, `"${value}" cannot be installed into an image`, { help })];
  });
}

function refuseWhatIsNone(os: readonly string[], python: readonly string[], version: string | undefined): void {
  const refused =
    os.find((name) => !isOsPackage(name)) ??
    python.find((requirement) => !isPythonPackage(requirement)) ??
    (version === undefined || isPythonVersion(version) ? undefined : version);
  if (refused !== undefined) throw new Error(`${JSON.stringify(refused)} is neither a package nor a version`);
}
