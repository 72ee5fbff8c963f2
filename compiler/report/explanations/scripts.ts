import { explanation } from "./explanation.ts";

/** Codes about scripts in the languages that they are written in. */
export const scriptExplanations = {
  "shell-syntax": explanation(
    `
    \`exec.command\` is a shell script, and neither sh nor bash can read this one: a quote that nothing closes, an \`if\`
    without \`fi\`, a \`)\` too many. It would fail when it runs, some of it done. Templates count as one word, wherever they
    stand; a template that is a line of its own may be any text, and hides mistakes around blocks.

    \`[\` is a command whose last argument is \`]\`, and both need blanks around them. Where a here-document never ends, this
    is a warning: the shell takes the rest of the script for its text. So is \`name = value\`, which runs a command \`name\`.
    `,
    `
    actionId: wait
    exec:
      command: |
        for host in a b; do
          ping -c 1 "$host" || exit
      timeout: 10s
    `,
    `
    actionId: wait
    exec:
      command: |
        for host in a b; do
          ping -c 1 "$host" || exit
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
  "json-syntax": explanation(
    `
    The header \`Content-Type\` calls the body of a request JSON (RFC 8259), and it is none: a comma too many, a key
    without its quotes, a string in single quotes. The server will most likely refuse it. A template inside a string counts
    as text, one beside strings as a value. \`data\` takes the value as YAML and writes the JSON itself.
    `,
    `
    actionId: add
    httpClient:
      method: POST
      url: https://api.example.com/users
      headers: { Content-Type: application/json }
      body: '{"name": "Ada", }'
      timeout: 10s
    `,
    `
    actionId: add
    httpClient:
      method: POST
      url: https://api.example.com/users
      data: { name: Ada }
      timeout: 10s
    `,
  ),
  "not-posix": explanation(
    `
    \`exec.command\` runs in \`sh\`. On Debian, Ubuntu and Alpine that is dash or BusyBox, and \`[[ … ]]\`, arrays,
    \`pipefail\` or \`<( … )\`, which bash knows, fail there or mean something else. The help says what to write instead.
    A script that needs bash says so by \`shell: bash\`, in its \`exec\` or in \`settings\`.
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
  "shell-lint": explanation(
    `
    ShellCheck, where it is installed, reads each script of \`exec.command\`: a variable that nothing assigns or reads, a
    test that is always true, a name that a subshell forgets. The message ends with ShellCheck's own code; its wiki explains
    each: https://www.shellcheck.net/wiki/SC2154. Templates stand there as variables, and what is said of them is left out.
    Its errors and warnings are reported, its notes are not; what only bash knows is \`not-posix\`.

    A comment \`# shellcheck disable=SC2154\` in the script silences one, \`# flowc-ignore shell-lint\` all of it.
    `,
    `
    actionId: clean
    exec:
      command: |
        folder=build/cache
        rm -rf "$foldr"
      timeout: 10s
    `,
    `
    actionId: clean
    exec:
      command: |
        folder=build/cache
        rm -rf "$folder"
      timeout: 10s
    `,
  ),
  "python-lint": explanation(
    `
    Ruff, where it is installed beside the workflow or flowc, looks for names in Python scripts that nothing defines, reads
    or imports, and for what fails whenever it runs; the message ends with Ruff's code. The dict \`inputs\` is known, and a
    template counts as a value. Where a template is a line of its own it may bring any name, and nothing is said.

    A comment \`# noqa: F401\` in the script silences one, \`# flowc-ignore python-lint\` all of it.
    `,
    `
    actionId: total
    python:
      inputs: { prices: [1, 2] }
      script: |
        total = sum(inputs["prices"])
        print(totl)
      timeout: 10s
    `,
    `
    actionId: total
    python:
      inputs: { prices: [1, 2] }
      script: |
        total = sum(inputs["prices"])
        print(total)
      timeout: 10s
    `,
  ),
  "unchecked-line": explanation(
    `
    A shell goes on with the next line when one fails, and the script ends with the exit code of its last command. So a
    script whose \`cd\` or build has failed goes on with the deployment, and the run is green. \`errexit: true\`, in the
    \`exec\` or in \`settings\`, stops each script at its first failure, as \`set -e\` does. Where only some failures matter,
    chain the commands with \`&&\`, or write \`|| exit\` behind those that do and \`|| true\` behind those that may fail.

    Nothing is said of the last command, of conditions, of commands before a look at \`$?\`, and of those that cannot fail
    in a way that matters, such as \`echo\` and assignments of constants, or whose exit code is an answer, such as \`grep\`.
    `,
    `
    actionId: publish
    exec:
      command: |
        cd site
        npm run build
        echo published
      timeout: 1m
    `,
    `
    actionId: publish
    exec:
      errexit: true
      command: |
        cd site
        npm run build
        echo published
      timeout: 1m
    `,
  ),
};
