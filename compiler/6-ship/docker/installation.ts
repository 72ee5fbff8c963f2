import { allResources } from "../../4-emit/effects.ts";
import { isOsPackage, isPythonPackage, isPythonVersion } from "../../package-names.ts";
import type { Plan } from "../../plan.ts";

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
 * for, and certificates wherever something is installed, since programs other than Node bring none. Throws for names
 * that are none: the checker has refused them.
 */
export function installation({ packages, ...plan }: Plan, system: Installation["system"]): Installation {
  const { os, python, pythonVersion } = packages;
  const refused =
    os.find((name) => !isOsPackage(name)) ??
    python.find((requirement) => !isPythonPackage(requirement)) ??
    [pythonVersion].find((version) => version !== undefined && !isPythonVersion(version));
  if (refused !== undefined) throw new Error(`${JSON.stringify(refused)} is no package and no version`);
  const scripts = allResources({ packages, ...plan }).some(({ action }) => action?.runtime === "python");
  const usesPython = scripts || python.length > 0;
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

/** Of the Python packages one that an image cannot install, and why; undefined where there is none. */
export function notInstallable({ packages }: Plan): string | undefined {
  for (const requirement of packages.python) {
    const [scheme] = /(?<=@\s*)(?:file|git\+ssh)(?=:)/.exec(requirement) ?? [];
    if (scheme === "file") return `the Python package "${requirement}" is a file, and the image has only the bundle`;
    if (scheme !== undefined) return `the Python package "${requirement}" needs an SSH key, and the image has none`;
  }
  return undefined;
}
