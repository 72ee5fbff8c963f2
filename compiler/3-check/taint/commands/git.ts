import type { ProgramSpec } from "./program-spec.ts";
import { gitSetting } from "./script-options.ts";

/** git: what its options and subcommands run. */
export const git: ProgramSpec = {
  values: "-C --git-dir --work-tree --namespace --exec-path",
  scripts: { "-c": gitSetting, "--config-env": gitSetting },
  stopsAtOperand: true,
  subcommands: {
    bisect: { subcommands: { run: { command: 0, stopsAtOperand: true } }, stopsAtOperand: true, harm: "--…" },
    clone: {
      values: "-b --branch -o --origin --depth --reference -j --jobs --filter --separate-git-dir",
      scripts: { "-c": gitSetting, "--config": gitSetting, "-u": "shell", "--upload-pack": "shell" },
      harm: "--upload-pack=…",
    },
    difftool: { scripts: { "-x": "shell", "--extcmd": "shell" }, harm: "--extcmd=…" },
    "filter-branch": {
      scripts: Object.fromEntries(
        [
          "--tree-filter",
          "--index-filter",
          "--msg-filter",
          "--env-filter",
          "--commit-filter",
          "--parent-filter",
          "--tag-name-filter",
          "--setup",
        ].map((option) => [option, "shell" as const]),
      ),
      harm: "--tree-filter=…",
    },
    rebase: { values: "--onto -s -X", scripts: { "-x": "shell", "--exec": "shell" }, harm: "--exec=…" },
    submodule: {
      subcommands: { foreach: { script: { at: 0, language: "shell", joined: true }, stopsAtOperand: true } },
      otherSubcommand: { harm: "--…" },
      stopsAtOperand: true,
    },
    commit: { values: "-m --message -F --file -C -c --author --date -t", harm: "--file=…" },
    tag: { values: "-m --message -F --file -u", harm: "--file=…" },
    fetch: upload(),
    pull: upload(),
    "ls-remote": upload(),
    push: {
      values: "-o --push-option --repo",
      scripts: { "--receive-pack": "shell", "--exec": "shell" },
      harm: "--receive-pack=…",
    },
    grep: {
      values: "-e -f -A -B -C -m",
      scripts: { "-O": "shell", "--open-files-in-pager": "shell" },
      harm: "--open-files-in-pager=…",
    },
    ...reading("archive", "--exec=…"),
    ...reading("diff", "--output=…"),
    ...reading("format-patch", "--output=…"),
    ...reading("log", "--output=…"),
    ...reading("rev-list", "--output=…"),
    ...reading("shortlog", "--output=…"),
    ...reading("show", "--output=…"),
    config: { harm: "--file=…" },
  },
  harm: "-c alias.x=!…",
};

function reading(name: string, harm: string): Readonly<Record<string, ProgramSpec>> {
  const values = "-n --format --pretty --since --until --author --grep -L -S -G";
  return { [name]: { values, end: "--end-of-options", harm } };
}

function upload(): ProgramSpec {
  return {
    values: "--depth -o --filter -j",
    scripts: { "--upload-pack": "shell" },
    harm: "--upload-pack=…",
  };
}
