import { explanation } from "./explanation.ts";

/** Codes about scripts in the languages that they are written in. */
export const scriptExplanations = {
  "shell-syntax": explanation(
    `
    \`exec.command\` is a shell script, and neither sh nor bash can read this one: a quote that nothing closes, an \`if\`
    without \`fi\`, a \`)\` too many. It would fail when it runs, some of it done. Templates count as one word, wherever they
    stand; a template that is a line of its own may be any text, and hides mistakes around blocks.

    \`[\` is a command whose last argument is \`]\`, and both need blanks around them. Where a here-document never ends, this
    is a warning: the shell takes the rest of the script for its text.
    `,
    `
    actionId: wait
    exec:
      command: |
        for host in a b; do
          ping -c 1 "$host"
      timeout: 10s
    `,
    `
    actionId: wait
    exec:
      command: |
        for host in a b; do
          ping -c 1 "$host"
        done
      timeout: 10s
    `,
  ),
  "python-syntax": explanation(
    `
    Python cannot read \`python.script\`, or the file that \`scriptFile\` names: a bracket or a string that nothing closes, a
    line that is indented wrongly, an \`if\` without its colon. It would fail before its first line runs. A template in the
    code counts as a name; of lines with such a template only blocks, brackets and strings are looked at.
    `,
    `
    actionId: count
    python:
      script: |
        for row in inputs["rows"]
            print(row)
      inputs: { rows: [1, 2] }
      timeout: 10s
    `,
    `
    actionId: count
    python:
      script: |
        for row in inputs["rows"]:
            print(row)
      inputs: { rows: [1, 2] }
      timeout: 10s
    `,
  ),
  "not-posix": explanation(
    `
    \`exec.command\` runs in \`sh\`. On Debian, Ubuntu and Alpine that is dash or BusyBox, and \`[[ … ]]\`, arrays,
    \`pipefail\` or \`<( … )\`, which bash knows, fail there or mean something else. The help says what to write instead.
    Where a script needs bash, start it: \`command: bash\` with \`args: [-c, "…"]\`.
    `,
    `
    actionId: read
    exec:
      command: source ./settings.env && echo "$NAME"
      timeout: 10s
    `,
    `
    actionId: read
    exec:
      command: . ./settings.env && echo "$NAME"
      timeout: 10s
    `,
  ),
};
