import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import type { Lint, LintCode, ToolUse } from "../../nouns/lint.ts";
import { findPackage } from "../find-package.ts";
import { findProgram } from "./find-program.ts";
import { type KnownLinter, Linter } from "./linter.ts";
import { askRuff, ruffSettings } from "./ruff.ts";
import { askShellcheck } from "./shellcheck.ts";

/** Where linters are, and what they have said. */
export interface LintPlace {
  /** Of the installed compiler. */
  readonly packageFolder: string;
  /** Folders with programs, as in PATH. */
  readonly searchPath: string;
  /** Undefined: nothing is kept. */
  readonly cacheFolder: string | undefined;
}

/** The linters of one check, which may be of several workflows. */
export interface Linters {
  /** Asks for the workflow in a folder. */
  readonly lintIn: (folder: string) => Lint;
  /** What could not be done so far, a sentence each. */
  readonly notDone: () => readonly string[];
  /** What they did so far; those that were not asked are looked for beside the workflow of this folder. */
  readonly uses: (folder: string) => readonly ToolUse[];
}

/** Linters that are looked for when there is a script to read. */
export function newLinters(place: LintPlace): Linters {
  const ruff = new Linter(knownRuff(place), place.cacheFolder);
  const shellcheck = new Linter(knownShellcheck(place), place.cacheFolder);
  return {
    lintIn: (folder) => {
      const undecided = new Set<LintCode>();
      const ask: Lint["ask"] = (dialect, texts) => {
        const isPython = dialect === "python";
        const found = (isPython ? ruff : shellcheck).ask(dialect, texts, folder);
        if (found === undefined) undecided.add(isPython ? "python-lint" : "shell-lint");
        return found;
      };
      return { ask, undecided: () => undecided };
    },
    notDone: () => [...ruff.notDone, ...shellcheck.notDone],
    uses: (folder) => [ruff.use(folder), shellcheck.use(folder)],
  };
}

const ruffPackage = "@astral-sh/ruff-wasm-nodejs";

function knownRuff({ packageFolder }: LintPlace): KnownLinter {
  return {
    name: "Ruff",
    purpose: "names in Python scripts",
    install: `npm install --save-dev ${ruffPackage}`,
    find: (folder) => {
      const found = findPackage(ruffPackage, [folder, packageFolder]);
      if (found === undefined) return undefined;
      const { version, module } = found;
      const ask = (_dialect: unknown, texts: readonly string[]) => askRuff(module, texts);
      return { place: found.folder, key: `ruff ${version} ${ruffSettings}`, version: () => version, ask };
    },
  };
}

function knownShellcheck({ searchPath }: LintPlace): KnownLinter {
  return {
    name: "ShellCheck",
    purpose: "pitfalls in shell scripts",
    install: "https://github.com/koalaman/shellcheck#installing",
    find: () => {
      const program = findProgram("shellcheck", searchPath);
      if (program === undefined) return undefined;
      // Asking it for its version would start it in each check.
      const { size, mtimeMs } = statSync(program);
      return {
        place: program,
        key: `shellcheck ${program} ${size} ${mtimeMs}`,
        version: () => versionOf(program),
        ask: (dialect, texts) => askShellcheck(program, dialect, texts),
      };
    },
  };
}

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 10_000, windowsHide: true });
  return /^version: (.*)$/m.exec(stdout ?? "")?.[1] ?? "";
}
