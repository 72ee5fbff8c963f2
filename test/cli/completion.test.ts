import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { allCommands, commandTable } from "../../compiler/cli/command-table/table.ts";
import { codes } from "../../compiler/nouns/codes.ts";
import { flowcHere, temporaryFolder } from "../support/flowc.ts";
import { hasProgram } from "../support/programs.ts";

// The scripts are read by the shells they are for, which then complete command lines.

const names = commandTable.map(({ name }) => name);

/** Command lines, and what is offered at their ends, in a folder with demo/, a.yaml and "two words.yml". */
const lines: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ["flowc ", [...names, "help"]],
  ["flowc --v", ["--version"]],
  ["flowc c", ["check", "component", "completion"]],
  ["flowc help expl", ["explain"]],
  ["flowc check --fo", ["--format"]],
  ["flowc check --format ", ["github", "json", "sarif", "text"]],
  ["flowc check a.yaml --format=j", ["json"]],
  ["flowc check --max-warnings ", []],
  ["flowc check ", ["a.yaml", "demo", "two words.yml"]],
  ["flowc run --describe a", ["a.yaml"]],
  ["flowc run --file tw", ["two words.yml"]],
  ["flowc run --events=a", ["a.yaml"]],
  ["flowc run --no", ["--no-cache"]],
  ["flowc run . --host ", []],
  ["flowc build --out ", ["demo"]],
  ["flowc build -o d", ["demo"]],
  ["flowc build . --platform linuxm", ["linuxmusl", "linuxmusl-arm64", "linuxmusl-x64"]],
  ["flowc explain set", ["set-race"]],
  ["flowc explain ", Object.keys(codes)],
  ["flowc eval ", []],
  ["flowc init ", ["demo"]],
  ["flowc component ", ["install", "list"]],
  ["flowc component install ", ["demo", "memory"]],
  ["flowc component install --fo", ["--force"]],
  ["flowc component list --format t", ["text"]],
  ["flowc completion ", ["bash", "fish", "zsh"]],
  ["flowc nonsense ", []],
];

const scripts = { bash: "", zsh: "", fish: "" };

beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"] as const) {
    const { stdout, stderr, code } = await flowcHere(["completion", shell]);
    expect([stderr, code]).toEqual(["", 0]);
    scripts[shell] = stdout;
  }
});

describe.each([
  ["bash", inBash],
  ["zsh", inZsh],
  ["fish", inFish],
] as const)("in %s", (shell, complete) => {
  test.skipIf(!hasProgram(shell))("the script is well formed", () => {
    using folder = withFiles();
    expect(execFileSync(shell, ["-n", join(folder.path, ".script")], { encoding: "utf8", env: process.env })).toBe("");
  });

  test.skipIf(!hasProgram(shell)).each(lines)("%s", (line, offered) => {
    using folder = withFiles();
    const words = complete(line, folder.path);
    expect([...new Set(words)].sort()).toEqual([...offered].sort());
  });

  function withFiles() {
    const folder = temporaryFolder();
    mkdirSync(join(folder.path, "demo"));
    for (const name of ["a.yaml", "two words.yml"]) writeFileSync(join(folder.path, name), "");
    writeFileSync(join(folder.path, ".script"), scripts[shell]);
    return folder;
  }
});

describe("the scripts", () => {
  test("offer every option of every command", () => {
    for (const { options } of allCommands()) {
      for (const option of Object.keys(options)) {
        expect(scripts.bash).toMatch(new RegExp(`[ "]--${option}[ ="]`));
        expect(scripts.zsh).toMatch(new RegExp(`--${option}[=[]`));
        expect(scripts.fish).toContain(` -l ${option} `);
      }
    }
  });

  test("have words in them that no shell reads as anything else", () => {
    const words = [...scripts.bash.matchAll(/_flowc_words "([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" "));
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((word) => !/^[\w.+-]+$/.test(word))).toEqual([]);
  });

  test("are for three shells", async () => {
    const { stdout, stderr, code } = await flowcHere(["completion", "bsh"]);
    const message = 'error: completion takes bash, zsh or fish, not "bsh"; did you mean "bash"?\n';
    expect([stdout, stderr, code]).toEqual(["", message, 2]);
  });
});

/** Readline takes `=` for the end of a word. */
function inBash(line: string, cwd: string): readonly string[] {
  const words = line.split(/(?<=[ =])|(?==)/).map((word) => word.trim());
  const script = `source .script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _flowc; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const all = line.endsWith(" ") || line.endsWith("=") ? [...words, ""] : words;
  return linesOf(execFileSync("bash", ["--norc", "-c", script, "bash", ...all], { cwd, encoding: "utf8" }));
}

function inFish(line: string, cwd: string): readonly string[] {
  const script = "source .script; complete -C $argv[1]";
  const printed = execFileSync("fish", ["--no-config", "-c", script, line], {
    cwd,
    encoding: "utf8",
    env: atHome(cwd),
  });
  // A candidate, a tab, its description; of `--name=value` the whole word; folders with a slash.
  return linesOf(printed).map((text) =>
    text
      .replace(/\t.*/, "")
      .replace(/^--[\w-]+=/, "")
      .replace(/\/$/, ""),
  );
}

/** Types the line into a zsh of its own, in which `compadd` tells what it is given. */
function inZsh(line: string, cwd: string): readonly string[] {
  writeFileSync(join(cwd, ".setup"), zshSetup);
  const printed = execFileSync("zsh", ["-f", "-c", zshCapture, "zsh", line], {
    cwd,
    encoding: "utf8",
    env: atHome(cwd),
  });
  return [...printed.matchAll(/<hit:(.*?)>/g)].map(([, hit = ""]) => hit.replaceAll("\\ ", " "));
}

const zshSetup = String.raw`
autoload -Uz compinit && compinit -D -u
source ./.script
bindkey '^I' complete-word
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- "<hit:"\${^hits}">"
  builtin compadd "$@"
}
_finished() { print "<finished>" }
comppostfuncs=(_finished)
`.replaceAll("\\$", "$");

const zshCapture = `
zmodload zsh/zpty || exit 1
zpty shell "zsh -f -i"
zpty -w shell "module_path=($module_path) fpath=($fpath); source ./.setup; PROMPT=; print it is ready"
zpty -r -m shell out '*it is ready?*'
zpty -w -n shell "$1"$'\\t'
zpty -r -m shell out '*<finished>*'
print -r -- "$out"
zpty -d shell
`;

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** Shells keep what they want to remember at home. */
function atHome(cwd: string): NodeJS.ProcessEnv {
  const home = join(cwd, ".home");
  return { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, TERM: "dumb" };
}
