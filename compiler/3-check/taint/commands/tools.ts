import { git } from "./git.ts";
import type { ProgramSpec } from "./program-spec.ts";
import { tarAction } from "./script-options.ts";

const ssh = { values: "-o -i -F -P -l -J -S -c -D", harm: "-oProxyCommand=…" } as const;

const tar: ProgramSpec = {
  values:
    "-f --file -C --directory -T --files-from -X --exclude-from --exclude --transform --xform --strip-components --owner --group --mode --mtime --checkpoint",
  scripts: {
    "--checkpoint-action": tarAction,
    "--to-command": "shell",
    "-I": "shell",
    "--use-compress-program": "shell",
    "-F": "shell",
    "--info-script": "shell",
    "--new-volume-script": "shell",
    "--rsh-command": "shell",
    "--rmt-command": "shell",
  },
  harm: "--checkpoint-action=exec=…",
};

/** Programs that run what some of their options say, or whose options take values, by name. */
export const tools: Readonly<Record<string, ProgramSpec>> = {
  curl: {
    values:
      "-A --user-agent -b --cookie -d --data --data-binary --data-raw --data-urlencode -e --referer -F --form -H --header -m --max-time -o --output -u --user -w --write-out -x --proxy -X --request --url --connect-timeout --retry -T --upload-file -c --cookie-jar -E --cert --key --cacert --json -K --config",
    harm: "--output FILE",
  },
  wget: {
    values:
      "-O --output-document -o --output-file -P --directory-prefix -U --user-agent -T --timeout -t --tries --header --post-data -i --input-file",
    scripts: { "--use-askpass": "shell" },
    harm: "--output-document=…",
  },
  git,
  tar,
  bsdtar: tar,
  gtar: tar,
  scp: { ...ssh, scripts: { "-S": "shell" } },
  sftp: { ...ssh, scripts: { "-S": "shell" } },
  rsync: {
    values:
      "-f --filter --exclude --include --exclude-from --include-from --files-from -T --temp-dir --port --password-file --log-file -B --chmod",
    scripts: { "-e": "shell", "--rsh": "shell", "--rsync-path": "shell" },
    harm: "--rsh=…",
  },
  grep: grep(),
  egrep: grep(),
  fgrep: grep(),
  zgrep: grep(),
  sort: {
    values: "-k --key -t --field-separator -o --output -T -S --parallel",
    scripts: { "--compress-program": "shell" },
    harm: "--output=…",
  },
  zip: {
    values: "-x -i -b -P",
    scripts: { "-TT": "shell", "--unzip-command": "shell" },
    singleDash: true,
    harm: "--unzip-command=…",
  },
  make: {
    values: "-C --directory -I -j -l -o -W",
    files: "-f --file --makefile",
    filesHold: "make",
    file: "Makefile",
    scripts: { "--eval": "make", "-E": "make" },
    assigned: "make",
    harm: "--eval=…",
  },
  head: { values: "-n --lines -c --bytes" },
  tail: { values: "-n --lines -c --bytes" },
};

function grep(): ProgramSpec {
  return {
    values:
      "-e --regexp -f --file -A --after-context -B --before-context -C --context -m --max-count --include --exclude --exclude-dir --label --color -d -D",
    harm: "--file=…",
  };
}
