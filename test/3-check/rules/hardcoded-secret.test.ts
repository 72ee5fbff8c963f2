import { describe, expect, test } from "vitest";
import { formatJson } from "../../../compiler/report/json.ts";
import { formatText } from "../../../compiler/report/text.ts";
import { checkText } from "../../support/check-text.ts";
import { reported } from "../../support/reported.ts";

// Put together here, so that no scanner takes them for lost ones.
const github = `ghp_${"0123456789abcdefghijABCDEFGHIJ012345"}`;
const shapes: readonly (readonly [string, string])[] = [
  ["an AWS access key", `AKIA${"QWERTYUIOPASDFGH"}`],
  ["a GitHub token", github],
  ["a GitHub token", `github_pat_${"11ABCDEFG0abcdefghijkl_mnop"}`],
  ["a Slack token", `xoxb-${"123456789012-abcdefghijkl"}`],
  ["an API key", `sk-${"proj-abcdefghij0123456789"}`],
  ["an API key", `sk_live_${"abcdefghij0123456789"}`],
  ["a Google API key", `AIza${"SyA1234567890abcdefghijklmnopqrstuv"}`],
  ["a JSON web token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${"abcdefghijklmnop"}`],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----"],
];

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const found = (block: string) => reported(`${head}actionId: a\nexec:\n  command: ls\n${block}\n`, "hardcoded-secret");
const environment = (key: string, value: string) => found(`  env:\n    ${key}: ${value}`);

describe("hardcoded-secret knows", () => {
  test.each(shapes)("%s by its shape, wherever it stands: %s", (what, secret) => {
    const message = `${what} is written out in the file, and stays in its history`;
    expect(environment("X", `"${secret}"`)).toEqual([`7:9 ${message}`]);
    expect(reported(`${head}actionId: a\nexec:\n  command: |\n    run --key ${secret}\n`, "hardcoded-secret")).toEqual([
      `6:15 ${message}`,
    ]);
  });

  test.each([
    "PASSWORD",
    "DB_PASSWORD",
    "password",
    "passwd",
    "clientSecret",
    "API_KEY",
    "apiKey",
    "x-api-key",
    "GITHUB_TOKEN",
    "authToken",
    "Authorization",
    "private_key",
    "AWS_SECRET_ACCESS_KEY",
  ])("the name %s", (key) => {
    expect(environment(key, "hunter2hunter2")).toEqual([
      `7:${7 + key.length} the value of "${key}" is written out in the file, and stays in its history`,
    ]);
  });

  test("what follows a scheme", () => {
    expect(environment("Authorization", '"Basic dXNlcjpzM2NyZXQ="')[0]).toMatch(/^7:27 the value of "Authorization"/);
    expect(environment("X", "'Bearer abcdefghijklmnopqrst'")[0]).toMatch(/^7:16 a bearer token/);
  });

  test("a password in a URL", () => {
    const connection = `settings:\n  targetActionId: a\n  sqlConnections:\n    db: { connection: "postgres://app:hunter2@db/x" }\n---\nactionId: a\nexec: { command: ls, timeout: 1s }\n`;
    expect(reported(connection, "hardcoded-secret")).toEqual([
      "4:39 a password in a URL is written out in the file, and stays in its history",
    ]);
  });

  test("the default of an input and the token of the server", () => {
    const text = `settings:\n  targetActionId: a\n  timeout: 1m\n  inputs: { password: { type: string, default: hunter2 } }\n  apiServer: { auth: { token: abcdefgh }, routes: [{ path: /x }] }\n---\nactionId: a\nexec: { command: ls }\n`;
    expect(reported(text, "hardcoded-secret")).toEqual([
      `4:48 the value of "password" is written out in the file, and stays in its history`,
      `5:31 the value of "token" is written out in the file, and stays in its history`,
    ]);
  });
});

describe("hardcoded-secret spares", () => {
  test.each([
    ["a template", "TOKEN", "\"{{ env('TOKEN') }}\""],
    ["a variable", "TOKEN", "$TOKEN"],
    ["a variable in braces", "TOKEN", "'${TOKEN}'"],
    ["a placeholder", "TOKEN", "<token>"],
    ["a row of x", "TOKEN", "xxxxxxxx"],
    ["asterisks", "TOKEN", '"********"'],
    ["changeme", "PASSWORD", "changeme"],
    ["an example", "API_KEY", "example-key-1"],
    ["your key", "API_KEY", "your-api-key-here"],
    ["nothing", "PASSWORD", '""'],
    ["a path", "PRIVATE_KEY", "/run/secrets/key.pem"],
    ["a path from here", "PRIVATE_KEY", "./key.pem"],
    ["a path at home", "PRIVATE_KEY", "~/.ssh/id_rsa"],
    ["the name of a file", "PASSWORD_FILE", "pg-password-file"],
    ["a number", "MAX_TOKENS", "100000"],
    ["a count of tokens", "tokens", "abcdefgh"],
    ["an address", "TOKEN_URL", "https://example.com/token"],
    ["an address of a secret", "SECRET", "vault:secret/data/x"],
    ["a bearer variable", "Authorization", '"Bearer $TOKEN"'],
    ["a bearer template", "Authorization", "\"Bearer {{ env('TOKEN') }}\""],
    ["AWS's own example", "X", "AKIAIOSFODNN7EXAMPLE"],
    ["a URL without a password", "URL", "https://user@host/path"],
    ["a URL with a variable", "URL", '"postgres://app:$PW@db/x"'],
    ["a URL with a template", "URL", "\"postgres://app:{{ env('PW') }}@db/x\""],
    ["a time in a URL", "URL", "http://host:8080/a@b"],
    ["prose", "SECRET", "the word of the day"],
  ])("%s", (_name, key, value) => {
    expect(environment(key, value)).toEqual([]);
  });

  test("fields of a response and what describes an input", () => {
    const text = `settings:\n  targetActionId: a\n  inputs: { token: { type: string, description: thelongtoken } }\n---\nactionId: a\napiResponse: { response: { token: abcdefgh, password: get('token') } }\n`;
    expect(reported(text, "hardcoded-secret")).toEqual([]);
  });
});

describe("a secret that is found", () => {
  const text = `${head}actionId: a\nexec: { command: ls, nope: 1, env: { TOKEN: ${github} } }\n`;

  test("appears nowhere in what is printed, also not in the line of another finding", () => {
    const found = checkText(text).diagnostics;
    expect(found.map(({ code }) => code)).toEqual(["unknown-key", "hardcoded-secret"]);
    for (const printed of [formatText(found, false), formatText(found, true), formatJson(found)]) {
      expect(printed).not.toContain(github.slice(0, 12));
    }
    expect(formatText(found, false)).toContain(`TOKEN: ${"*".repeat(github.length)} } }`);
  });

  const messages = (block: string) =>
    checkText(`${head}actionId: a\n${block}\n`).diagnostics.map(({ message, help, notes }) =>
      [message, help, ...notes.map((note) => note.message)].join(" "),
    );

  test.each([
    ["of its shape, in a message about the shape of the document", `exec: { command: ls, strict: ${github} }`],
    ["by its key", `exec: { command: ls, strict: { password: hunter2hunter2 }, timeout: hunter2hunter2 }`],
    ["in a message that holds its beginning", `exec: { command: ls }\nafter: ["set('x', '${github})"]`],
    ["in a component's inputs", `component: { name: memory, with: { action: ${github}, key: k } }`],
  ])("is in no message: %s", (_name, block) => {
    const said = messages(block).join("\n");
    expect(said).toContain("***");
    expect(said).not.toMatch(/ghp_0|hunter2/);
  });

  test("leaves other words as they are", () => {
    const said = messages("exec: { command: ls, strict: reported, env: { SECRET: report } }");
    expect(said[0]).toBe('expected a boolean in "exec.strict", found "reported" ');
  });
});
