import { explanation } from "./explanation.ts";

/** Codes about values that leave their place in a text that is not a program: JSON, URLs, headers and paths. */
export const placeExplanations = {
  "json-injection": explanation(
    `
    A template puts its value into the JSON of a body as it is, and the server reads the whole as one text. A value
    from outside such as \`a", "role": "admin\` ends the string that it stands in and adds a field. \`json(…)\`
    writes any value as JSON, with quotes of its own, so it stands without quotes around it. \`data:\` takes the
    body as a map and writes all of it. What comes from outside, and which checks make it safe, is explained at
    \`shell-injection\`.
    `,
    `
    actionId: add
    httpClient:
      method: POST
      url: https://api.example.com/users
      headers: { Content-Type: application/json }
      body: '{"name": "{{ get("body").name }}"}'
      timeout: 10s
    `,
    `
    actionId: add
    httpClient:
      method: POST
      url: https://api.example.com/users
      data:
        name: "{{ get('body').name }}"
      timeout: 10s
    `,
  ),
  "url-injection": explanation(
    `
    A template puts its value into the URL as it is. In the path, \`/\`, \`?\` and \`#\` of a value from outside
    lead to another resource of the server, as \`../\` does; in the query, \`&\` begins another parameter. The same
    holds for a body of the type \`application/x-www-form-urlencoded\`. \`urlencode(…)\` makes one part of any text;
    \`query:\` and \`form:\` take parameters and fields as a map.
    `,
    `
    actionId: find
    httpClient:
      url: "https://api.example.com/users/{{ get('body').id }}"
      timeout: 10s
    `,
    `
    actionId: find
    httpClient:
      url: "https://api.example.com/users/{{ urlencode(get('body').id) }}"
      timeout: 10s
    `,
  ),
  "header-injection": explanation(
    `
    A header that has parameters, such as \`Cookie: theme=dark; lang=en\`, is read up to the next \`;\` or \`,\`, or
    to the closing quote. A value from outside with one of these adds parameters, such as another cookie.
    \`urlencode(…)\` writes them as \`%XX\`, and a check can refuse them. A value that is the whole header has
    nothing beside it, and line breaks, which would begin another header, are refused by every run.
    `,
    `
    actionId: page
    httpClient:
      url: https://www.example.com/
      headers:
        Cookie: "theme={{ get('body').theme }}; lang=en"
      timeout: 10s
    `,
    `
    actionId: page
    httpClient:
      url: https://www.example.com/
      headers:
        Cookie: "theme={{ urlencode(get('body').theme) }}; lang=en"
      timeout: 10s
    `,
  ),
  "path-injection": explanation(
    `
    A value from outside is a part of the path of a folder or a file: of \`workingDir\`, of memory's \`dbPath\`, of
    files that a chat or a form sends, of certificates. With \`../\` it leads out of the folder that it is meant to
    stay in. A check with an anchored pattern that admits no slash holds it, as does a list. A path as a whole is
    reported where a request, or a model that calls a tool, gives it: whoever starts a command may read these files
    anyway.
    `,
    `
    actionId: send
    httpClient:
      method: POST
      url: https://api.example.com/reports
      form:
        report: { file: "reports/{{ get('body').name }}" }
      timeout: 10s
    `,
    `
    actionId: send
    validations:
      check: ["get('body').name matches '^[a-z0-9_-]+$'"]
    httpClient:
      method: POST
      url: https://api.example.com/reports
      form:
        report: { file: "reports/{{ get('body').name }}" }
      timeout: 10s
    `,
  ),
  "request-forgery": explanation(
    `
    A value from outside says to which host a request goes: the URL as a whole, a part before its path, the
    \`baseUrl\` of a chat or a \`proxy\`. The run then asks servers that its caller cannot reach, and sends them the
    tokens that are meant for others. Write the host out, or hold the value against those that are allowed: a list,
    an anchored pattern, or the beginning of the URL up to and with the slash behind the host.
    `,
    `
    actionId: notify
    httpClient:
      method: POST
      url: "{{ get('body').callback }}"
      data: { done: true }
      timeout: 10s
    `,
    `
    actionId: notify
    validations:
      check: ["get('body').callback in ['https://a.example.com/done', 'https://b.example.com/done']"]
    httpClient:
      method: POST
      url: "{{ get('body').callback }}"
      data: { done: true }
      timeout: 10s
    `,
  ),
};
