import type { ProgramSpec } from "./program-spec.ts";

const shell: ProgramSpec = {
  values: "-o +o -O +O --rcfile --init-file",
  operandFlag: "-c",
  stopsAtOperand: true,
  input: "shell",
  runsFile: true,
  harm: "-c",
};

const sourced: ProgramSpec = { input: "shell", runsFile: true, stopsAtOperand: true };

const javascript: ProgramSpec = {
  values: "-C --conditions",
  scripts: {
    "-r": "JavaScript",
    "--require": "JavaScript",
    "--import": "JavaScript",
    "--loader": "JavaScript",
    "-e": "JavaScript",
    "--eval": "JavaScript",
    "-p": "JavaScript",
    "--print": "JavaScript",
    "-pe": "JavaScript",
  },
  stopsAtOperand: true,
  input: "JavaScript",
  runsFile: true,
  harm: "--eval=…",
};

const awk: ProgramSpec = {
  values: "-F --field-separator",
  variables: "-v --assign",
  scripts: { "-e": "awk", "--source": "awk" },
  files: "-f --file",
  script: { at: 0, language: "awk" },
  stopsAtOperand: true,
  harm: "-f FILE",
};

const vim: ProgramSpec = {
  values: "-S -u -w -W -T",
  scripts: { "-c": "Vim script", "--cmd": "Vim script" },
  harm: "-c '!…'",
};

const R: ProgramSpec = { scripts: { "-e": "R" }, values: "-f", input: "R", harm: "-e …" };

/** Programs that run a script which an argument holds, by name. */
export const interpreters: Readonly<Record<string, ProgramSpec>> = {
  ash: shell,
  bash: shell,
  dash: shell,
  ksh: shell,
  mksh: shell,
  rbash: shell,
  sh: shell,
  zsh: shell,
  fish: {
    ...shell,
    values: "-d -o",
    scripts: { "-c": "shell", "--command": "shell", "-C": "shell" },
  },
  csh: shell,
  tcsh: shell,
  eval: { script: { at: 0, language: "shell", joined: true }, stopsAtOperand: true },
  ".": sourced,
  at: { values: "-f -q -t", input: "shell", otherOperands: 9, harm: "-f FILE" },
  batch: { input: "shell" },
  crontab: { values: "-u", input: "shell", harm: "-r" },
  source: sourced,
  alias: { assigned: "shell" },
  trap: { script: { at: 0, language: "shell" } },
  python: {
    values: "-W -X --check-hash-based-pycs",
    scripts: { "-c": "python", "-m": "python" },
    scriptEnds: true,
    stopsAtOperand: true,
    input: "python",
    runsFile: true,
    harm: "-c …",
  },
  pypy: {
    values: "-W -X",
    scripts: { "-c": "python", "-m": "python" },
    scriptEnds: true,
    stopsAtOperand: true,
    input: "python",
    runsFile: true,
    harm: "-c …",
  },
  perl: {
    values: "-I",
    scripts: { "-e": "Perl", "-E": "Perl", "-M": "Perl", "-m": "Perl" },
    stopsAtOperand: true,
    input: "Perl",
    runsFile: true,
    harm: "-e …",
  },
  ruby: {
    values: "-I -C -E",
    scripts: { "-e": "Ruby", "-r": "Ruby" },
    stopsAtOperand: true,
    input: "Ruby",
    runsFile: true,
    harm: "-e …",
  },
  node: javascript,
  nodejs: javascript,
  bun: javascript,
  deno: {
    subcommands: { eval: { script: { at: 0, language: "JavaScript" }, values: "-c --config" } },
    stopsAtOperand: true,
  },
  mongosh: { scripts: { "--eval": "JavaScript" }, values: "--host --port -u -p -f", harm: "--eval=…" },
  php: {
    values: "-c -d -f -z",
    scripts: { "-r": "PHP", "--run": "PHP", "-B": "PHP", "-R": "PHP", "-E": "PHP" },
    stopsAtOperand: true,
    input: "PHP",
    runsFile: true,
    harm: "-r …",
  },
  lua: { values: "-l", scripts: { "-e": "Lua" }, stopsAtOperand: true, input: "Lua", runsFile: true, harm: "-e …" },
  julia: {
    scripts: { "-e": "Julia", "--eval": "Julia", "-E": "Julia", "--print": "Julia" },
    stopsAtOperand: true,
    harm: "-e …",
  },
  R,
  Rscript: { ...R, stopsAtOperand: true },
  tclsh: { input: "Tcl", runsFile: true, stopsAtOperand: true },
  expect: { scripts: { "-c": "Tcl" }, values: "-f", stopsAtOperand: true, input: "Tcl", runsFile: true, harm: "-c …" },
  pwsh: { ...powershell(), harm: "-Command …" },
  powershell: powershell(),
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  sed: {
    values: "-l --line-length",
    scripts: { "-e": "sed", "--expression": "sed" },
    files: "-f --file",
    script: { at: 0, language: "sed" },
    harm: "-e …",
  },
  jq: {
    values: "--indent -L",
    pairs: "--arg --argjson --slurpfile --rawfile",
    files: "-f --from-file",
    script: { at: 0, language: "jq" },
    harm: "--from-file=…",
  },
  vi: vim,
  vim,
  nvim: vim,
  ex: vim,
  ed: { values: "-p", input: "ed" },
  emacs: {
    scripts: { "--eval": "Emacs Lisp", "-eval": "Emacs Lisp" },
    values: "-l -f",
    singleDash: true,
    harm: "--eval=…",
  },
  gdb: {
    values: "-x -p -d",
    scripts: { "-ex": "gdb", "--ex": "gdb", "-iex": "gdb", "--eval-command": "gdb" },
    singleDash: true,
    harm: "-ex …",
  },
};

function powershell(): ProgramSpec {
  return {
    values: "-ExecutionPolicy -File",
    scripts: { "-Command": "PowerShell", "-c": "PowerShell", "-command": "PowerShell" },
    script: { at: 0, language: "PowerShell", joined: true },
    singleDash: true,
  };
}
