import type { Twin } from "../../support/twin.ts";

const exec = (command: string) => `actionId: a\nexec:\n  command: ${command}\n`;

export const twin: Twin = {
  bad: [
    `actionId: a\nexec: { command: bash, args: ["-c", "▸if true; then echo {{ upper('x') }}"] }\n`,
    `actionId: a\nexec: { command: env, args: [A=b, sh, -c, "echo ▸'a"] }\n`,
    exec('echo ▸"hello'),
    exec("|\n    ▸if [ -f a ]; then\n      echo a"),
    exec("|\n    for x in a b; do\n      ▸if [ $x = a ]; then echo; \n    done"),
    exec(">\n    true &&\n    echo ▸)"),
    exec(">-\n    while true; do\n    echo a\n\n    ▸fi"),
    exec('"echo \\"a\\" \\u0026& ▸&& b"'),
    exec("'echo ''a'' | ▸| b'"),
    exec("|-\n    echo {{ upper('x') }} '{{ upper('y') }}'\n    ls ▸> "),
    exec("|\n    cat <<▸EOF\n    never ended"),
    exec("|\n    echo a && ▸name = world"),
    exec("|\n    [ -f a▸] && echo {{ upper('x') }}"),
    exec('|\n    echo "{{ upper(\'it"s\') }}" ▸(b)'),
    `actionId: a\nexec:\n  command: |\n    set -- $1 ▸'\n  args: [x, y]\n`,
  ],
  good: [
    `actionId: a\nexec: { command: printf, args: ["-c", "if true"] }\n`,
    `actionId: a\nexec: { command: zsh, args: ["-c", "if true { echo }"] }\n`,
    `actionId: a\nexec: { command: sh, args: ["-c", "{{ env('SCRIPT') }}"] }\n`,
    exec("|\n    echo = a; [ a = b ]; x= y; $x = y; case a in = ) echo ;; esac"),
    exec("|\n    cat <<EOF\n    it's {{ upper('x') }}\n    EOF"),
    exec(">\n    if true;\n    then echo a;\n    fi"),
    exec("'echo \"it''s\"'"),
    // What a template puts there may be the beginning of a block.
    exec("|\n    {{ upper('x') }}\n    fi"),
    exec("\"{{ upper('x') }}\""),
    exec("|\n    arr=(a b); [[ ${arr[0]} == a* ]] && echo \"$((1 << {{ upper('x') }}))\""),
    `actionId: a\nexec: { command: "it's", args: [x] }\n`,
    `actionId: a\nexec: { shell: pwsh, command: "if ($x) { 1 }" }\n`,
    `actionId: a\nexec: { command: "echo $((1{{ 2 }} + {{ 1 }}))" }\n`,
  ],
};
