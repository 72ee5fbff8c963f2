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
      - set('n1', get('body').n); set('n2', get('n1')); set('n3', get('n2')); set('n4', get('n3')); set('n5', get('n4'))
      - set('n6', get('n5')); set('n7', get('n6')); set('n8', get('n7')); set('n9', get('n8')); set('n10', get('n9'))
      - set('n11', get('n10')); set('n12', get('n11')); set('n13', get('n12')); set('n14', get('n13')); set('n15', get('n14'))
      - set('n16', get('n15')); set('n17', get('n16')); set('n18', get('n17')); set('n19', get('n18')); set('n20', get('n19'))
      - set('n21', get('n20')); set('n22', get('n21')); set('n23', get('n22')); set('n24', get('n23')); set('n25', get('n24'))
      - set('n26', get('n25')); set('n27', get('n26')); set('n28', get('n27')); set('n29', get('n28')); set('n30', get('n29'))
      - set('n31', get('n30')); set('n32', get('n31')); set('n33', get('n32')); set('n34', get('n33')); set('n35', get('n34'))
      - set('n36', get('n35')); set('n37', get('n36')); set('n38', get('n37')); set('n39', get('n38')); set('n40', get('n39'))
      - set('n41', get('n40')); set('n42', get('n41')); set('n43', get('n42')); set('n44', get('n43')); set('n45', get('n44'))
      - set('n46', get('n45')); set('n47', get('n46')); set('n48', get('n47')); set('n49', get('n48')); set('n50', get('n49'))
      - set('n51', get('n50')); set('n52', get('n51')); set('n53', get('n52')); set('n54', get('n53')); set('n55', get('n54'))
      - set('n56', get('n55')); set('n57', get('n56')); set('n58', get('n57')); set('n59', get('n58')); set('n60', get('n59'))
      - set('n61', get('n60')); set('n62', get('n61')); set('n63', get('n62')); set('n64', get('n63')); set('n65', get('n64'))
      - set('n66', get('n65')); set('n67', get('n66')); set('n68', get('n67')); set('n69', get('n68')); set('n70', get('n69'))
      - set('n71', get('n70')); set('n72', get('n71')); set('n73', get('n72')); set('n74', get('n73')); set('n75', get('n74'))
      - set('n76', get('n75')); set('n77', get('n76')); set('n78', get('n77')); set('n79', get('n78')); set('n80', get('n79'))
      - set('n81', get('n80')); set('n82', get('n81')); set('n83', get('n82')); set('n84', get('n83')); set('n85', get('n84'))
      - set('n86', get('n85')); set('n87', get('n86')); set('n88', get('n87')); set('n89', get('n88')); set('n90', get('n89'))
      - set('n91', get('n90')); set('n92', get('n91')); set('n93', get('n92')); set('n94', get('n93')); set('n95', get('n94'))
      - set('n96', get('n95')); set('n97', get('n96')); set('n98', get('n97')); set('n99', get('n98')); set('n100', get('n99'))
      - set('n101', get('n100')); set('n102', get('n101')); set('n103', get('n102')); set('n104', get('n103')); set('n105', get('n104'))
    exec:
      command: echo {{ get('n105') }}
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
