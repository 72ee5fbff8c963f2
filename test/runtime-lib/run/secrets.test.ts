import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quote, toBase64, toJSON, urlencode } from "../../../runtime-lib/functions/conversions.ts";
import { lower, repeat, replace, split, trim, upper } from "../../../runtime-lib/functions/strings.ts";
import { FlowError, InvalidInput, RunTimeout } from "../../../runtime-lib/run/errors.ts";
import { Secrets } from "../../../runtime-lib/run/secrets.ts";

function secretsOf(...values: readonly string[]): Secrets {
  const secrets = new Secrets();
  for (const value of values) secrets.add(value);
  return secrets;
}

const token = '  sk-Live\'q9/ZK+w=8 "x" ';

describe("a secret", () => {
  test.each([
    ["as it is", token],
    ["trimmed", trim(token)],
    ["in upper case", upper(token)],
    ["in lower case", lower(token)],
    ["quoted for a shell", quote(token)],
    ["encoded for a URL", urlencode(token)],
    ["in Base64", toBase64(token)],
    ["in Base64 after a name", toBase64(`me:${token}`)],
    ["in Base64 after another name", toBase64(`you!:${token}@`)],
    ["as JSON", toJSON(token)],
    ["twice", repeat(token, 2)],
    ["with something replaced", replace(token, "K", "_")],
    ["a piece of it", (split(token, "/") as string[])[0]],
  ])("%s is masked", (_how, text) => {
    const said = secretsOf(token).redact(`it said: ${text}, and went`);
    expect(said).toMatch(/^it said:.{0,12}\*\*\*/);
    for (const piece of ["live'q9", "zk+w=8", "sk-live"]) expect(said.toLowerCase()).not.toContain(piece);
  });

  test("of several lines is masked line by line", () => {
    const key = "-----BEGIN KEY-----\nAbCdEf0123456789\nGhIjKl\n-----END KEY-----";
    expect(secretsOf(key).redact("last line: AbCdEf0123456789, GhIjKl")).toBe("last line: ***, ***");
  });

  test("that is short is masked where it is whole", () => {
    expect(secretsOf("pass").redact("bad password PASS: pas")).toBe("bad ***word ***: pas");
  });

  test("that was cut is masked up to the cut", () => {
    expect(secretsOf("abcdefghijk").redact("it is abcdef…, or bcdef…")).toBe("it is ***…, or bcdef…");
  });

  test("that is an address leaves the scheme", () => {
    expect(secretsOf("https://user:password@example.org/").redact("see https://other.site.com")).toBe(
      "see https://other.site.com",
    );
    expect(secretsOf("postgres://me:password@db/x").redact("cannot open postgres://me:password@db/x")).toBe(
      "cannot open postgres://***",
    );
  });

  test("of less than four characters is masked only where it is a word of its own", () => {
    expect(secretsOf("key").redact("Incorrect API key keys monkey _key key2 KEY (key) key")).toBe(
      "Incorrect API *** keys monkey _key key2 KEY (***) ***",
    );
    expect(secretsOf("k").redact("Incorrect API key: k")).toBe("Incorrect API key: ***");
    expect(secretsOf(" é! ").redact("é! né! é!t é!!")).toBe("*** né! é!t ***!");
  });

  test.each(["", "no", "true", "FALSE", "none", "8080", "-1"])("is no %j", (value) => {
    expect(secretsOf(value).redact(`said ${value} or abc`)).toBe(`said ${value} or abc`);
  });

  test("is found whatever it is, and the rest of the message stays", () => {
    const secret = fc.string({ minLength: 8, maxLength: 40, unit: "binary" }).filter((text) => text.trim().length >= 8);
    fc.assert(
      fc.property(secret, fc.constantFrom("", "x", "§§"), (value, around) => {
        const said = secretsOf(value).redact(`<${around}${value}${around}>`);
        expect(said.includes(value.trim())).toBe(false);
        expect(said.startsWith("<") && said.endsWith(">")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a failure", () => {
  test("keeps its kind and class, and loses what else may hold a secret", () => {
    const secrets = secretsOf("my-secret-token");
    const cause = new Error("my-secret-token");
    const failure = new FlowError("infra", "no my-secret-token", { exitCode: 3, stderr: "my-secret-token", cause });
    const told = secrets.redactError(failure);
    expect([told.message, told.failureClass, told.details, told.cause]).toEqual([
      "no ***",
      "infra",
      { exitCode: 3 },
      undefined,
    ]);
    expect(told.stack).not.toContain("my-secret-token");
    expect(secrets.redactError(new InvalidInput("validation", "x my-secret-token"))).toBeInstanceOf(InvalidInput);
    expect(secrets.redactError(new RunTimeout("timeout", "x my-secret-token"))).toBeInstanceOf(RunTimeout);
  });

  test("is the same where there is nothing to hide", () => {
    const failure = new FlowError("infra", "no", { stderr: "x" });
    expect(new Secrets().redactError(failure)).toBe(failure);
    const bare = new FlowError("infra", "no");
    expect(secretsOf("my-secret-token").redactError(bare)).toBe(bare);
  });
});
