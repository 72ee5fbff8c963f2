import { explanation } from "./explanation.ts";

/** Codes about what should not reach a program, a file or a whole day. */
export const safetyExplanations = {
  "shell-injection": explanation(
    `
    A template puts its value into \`exec.command\` unchanged, and the shell reads everything as one script. Text from
    outside, such as \`x; rm -rf ~\`, then runs. From outside come the request, inputs, files, answers of models and
    servers, rows of databases, memory, and what other commands print. flowc follows them through \`set\` and \`get\`,
    functions and resources; the notes show the way.

    Quotes in the script do not help, as the text can end them. \`quote(…)\` makes one word of any text, and adds its
    own quotes. \`args\` and \`env\` pass values beside the script. Numbers and bools are harmless, and so is a value that a
    check upstream has compared with an anchored pattern without special characters, such as \`^[a-z0-9_-]+$\`, or with
    a list.
    `,
    `
    actionId: show
    exec:
      command: cat "/srv/pages/{{ get('body').page }}"
      timeout: 10s
    `,
    `
    actionId: show
    exec:
      command: cat /srv/pages/{{ quote(get('body').page) }}
      timeout: 10s
    `,
  ),
  "code-injection": explanation(
    `
    A template puts its value into \`python.script\` unchanged, and Python reads everything as one program. Text from outside
    can end the string around it, and then runs. Values belong in \`inputs\`, which the script finds in the dict
    \`inputs\`, or in \`args\` and \`env\`. The same holds for arguments that an interpreter reads as a script, such as
    those of \`python3 -c\`, \`perl -e\`, \`node -e\`, \`awk\` and \`sed\`. What comes from outside, and which checks hold it,
    stands at \`shell-injection\`.
    `,
    `
    actionId: count
    python:
      script: print(len("{{ get('body').text }}"))
      timeout: 10s
    `,
    `
    actionId: count
    python:
      script: print(len(inputs["text"]))
      inputs:
        text: "{{ get('body').text }}"
      timeout: 10s
    `,
  ),
  "not-followed": explanation(
    `
    flowc follows a value back to at most 64 sources, and through at most 100 stored names and resources. Where more lead
    to a text that is run as a program, it says so, once for a workflow: what lies beyond may come from outside. Check the
    value in the resource that uses it, or pass it as data, by \`env\` or \`quote(…)\`.
    `,
    `
    actionId: show
    before:
${Array.from({ length: 101 }, (_, index) => `      - set('n${index + 1}', ${index === 0 ? "get('body').n" : `get('n${index}')`})`).join("\n")}
    exec:
      command: echo {{ get('n101') }}
      timeout: 10s
    `,
    `
    actionId: show
    before:
      - set('n', get('body').n)
    exec:
      command: echo {{ quote(get('n')) }}
      timeout: 10s
    `,
  ),
  "option-injection": explanation(
    `
    Programs take an argument that begins with \`-\` for an option, wherever it comes from. Text from outside, such as
    \`--checkpoint-action=exec=…\` for tar or \`-oProxyCommand=…\` for ssh, then does what its sender likes; neither \`args\`
    nor \`quote(…)\` helps. Write \`--\` before such values: what follows is not an option. Or check that the first character is
    no dash, as an anchored pattern such as \`^[a-z0-9]\` does. flowc reports it for programs with options that are known to
    run commands, or to write, delete or read files.
    `,
    `
    actionId: pack
    exec:
      command: tar
      args: [-czf, out.tgz, "{{ get('body').folder }}"]
      timeout: 10s
    `,
    `
    actionId: pack
    exec:
      command: tar
      args: [-czf, out.tgz, --, "{{ get('body').folder }}"]
      timeout: 10s
    `,
  ),
  "sql-injection": explanation(
    `
    A template puts its value into the statement unchanged, and the database reads everything as SQL. Text from outside can
    end the quotes around it, and then read or change what it likes. Values belong in \`params\`; compare names of
    tables and columns with a list. What comes from outside is explained at \`shell-injection\`.
    `,
    `
    settings:
      targetActionId: find
      sqlConnections:
        shop: { connection: "sqlite://shop.db" }
    resources:
      - actionId: find
        sql:
          connectionName: shop
          query: select * from goods where name = '{{ get('body').name }}'
          timeout: 10s
    `,
    `
    settings:
      targetActionId: find
      sqlConnections:
        shop: { connection: "sqlite://shop.db" }
    resources:
      - actionId: find
        sql:
          connectionName: shop
          query: select * from goods where name = ?
          params: ["{{ get('body').name }}"]
          timeout: 10s
    `,
  ),
  "unanchored-check": explanation(
    `
    \`matches\` looks for its pattern anywhere in the text: \`'[a-z]+'\` is found in \`x; rm -rf ~\` too. A pattern that is to
    match a whole value begins with \`^\` and ends with \`$\`, and puts alternatives in parentheses, as
    \`^a|b$\` is \`^a\` or \`b$\`. Reported for checks of values that a shell, Python or a database goes on to read, and
    for patterns that are clearly meant for the whole value. With \`(?m)\` the anchors match at lines, not at the ends
    of the text.
    `,
    `
    actionId: show
    validations:
      check: ["get('body').page matches '^[a-z]+'"]
    apiResponse:
      response: "{{ get('body').page }}"
    `,
    `
    actionId: show
    validations:
      check: ["get('body').page matches '^[a-z]+$'"]
    apiResponse:
      response: "{{ get('body').page }}"
    `,
  ),
  "hardcoded-secret": explanation(
    `
    A password, token or key appears in the file. Anyone who can read the file, its history or a bundle made from it has
    the secret. flowc recognizes it by its name (\`password\`, \`API_KEY\`, \`clientSecret\`, …) or by its shape (tokens of known
    services, private keys, passwords in addresses). Take it from the environment, and replace the one in the
    file. Variables, templates, placeholders and paths of files are not secrets. flowc shows asterisks in its place.
    `,
    `
    actionId: push
    exec:
      command: ./push.sh
      env:
        API_TOKEN: kd93mfk20fjs82mdk3
      timeout: 1m
    `,
    `
    actionId: push
    exec:
      command: ./push.sh
      env:
        API_TOKEN: "{{ env('API_TOKEN') }}"
      timeout: 1m
    `,
  ),
  "missing-timeout": explanation(
    `
    A command, a script, a query or a call to another service has no \`timeout\`, and neither has the workflow: if it
    hangs, the run hangs. Give it one, or give the whole run one with \`settings.timeout\`; in a server workflow
    \`settings.apiServer.requestTimeout\` will do.
    `,
    `
    actionId: build
    exec:
      command: make
    `,
    `
    actionId: build
    exec:
      command: make
      timeout: 10m
    `,
  ),
};
