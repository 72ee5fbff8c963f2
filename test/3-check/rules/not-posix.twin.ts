import type { Twin } from "../../support/twin.ts";

const exec = (command: string) => `actionId: a\nexec:\n  command: |\n    ${command.replaceAll("\n", "\n    ")}\n`;

export const twin: Twin = {
  bad: [
    exec("▸[[ -f a ]] && echo a"),
    exec("list=▸(a b)"),
    exec("set -euo ▸pipefail"),
    exec("diff ▸<(sort a) b"),
    exec("▸function f { :; }"),
    exec("▸source env.sh"),
    exec('▸[ "$a" == b ]'),
    exec("echo ▸$'a\\n'"),
    exec("for i in ▸{1..3}; do :; done"),
    exec("cmd ▸&> log"),
    exec("grep x ▸<<< y"),
    exec("cmd > f ▸<<< y"),
    exec("echo ▸${x//a/b}"),
    exec("echo ▸${x:0:2}"),
    exec("echo ▸${x^^}"),
    exec("echo ▸${!x}"),
    exec("▸x+=y"),
    exec("echo ▸$((i++))"),
    exec("▸((i > 3)) && echo"),
    exec("read ▸-t 5 x"),
    exec("echo ▸-e 'a\\tb'"),
    exec("trap x ▸SIGTERM"),
    exec("echo ▸$RANDOM"),
    exec("cat <<EOF\n$(cat ▸<(x))\nEOF"),
  ],
  good: [
    exec('f() { local x=1; echo "$x"; }; f'),
    exec('[ "$a" = b ] && . ./env.sh && echo "${a:-b}" "${a#x}" $((1 << 2)) $((i += 1))'),
    exec("cat <<EOF\n[[ a ]] && source x\nEOF"),
    exec("bash -c '[[ -f a ]]'"),
    exec("source() { :; }; source x"),
    exec("exec ssh-agent -a x; find . -name '*.{a,b}' -exec ls {} +"),
    exec("cmd >&2 2>&1 | grep -e x"),
    `actionId: a\nexec: { command: bash, args: [-c, "[[ -f a ]]"] }\n`,
  ],
};
