import { expect, test } from "vitest";
import { httpClient } from "../../../runtime-lib/http/http-client.ts";
import type { Validator } from "../../../runtime-lib/run/definition.ts";
import { type Answer, serve } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

/** What ajv compiles of a schema that asks for users with names. */
const validate: Validator = (value) => {
  const [first] = (value as { users?: readonly { name?: unknown }[] }).users ?? [];
  validate.errors = [{ instancePath: "/users/0/name", message: "must be string" }];
  return typeof first?.name === "string";
};

const answering =
  (body: unknown, status = 200): Answer =>
  (_request, response) => {
    response.statusCode = status;
    return body;
  };

async function failing(answer: Answer): Promise<string> {
  await using server = await serve(answer);
  using step = testStep();
  const failure = await failureOf(httpClient(step, { url: server.url, responseSchema: { validate } }));
  return failure.replaceAll(server.host, "HOST");
}

test("a body that fits is the result", async () => {
  await using server = await serve(answering({ users: [{ name: "Ann" }] }));
  using step = testStep();
  const { body } = await httpClient(step, { url: server.url, responseSchema: { validate } });
  expect(body).toEqual({ users: [{ name: "Ann" }] });
});

test("one that does not is class provider, with the path that does not fit", async () => {
  expect(await failing(answering({ users: [{ name: 7 }] }))).toBe(
    'provider: HOST answered with a body that does not fit the schema: "users.0.name" must be string',
  );
});

test("an answer that is not success says its status", async () => {
  expect(await failing(answering({ error: "gone" }, 410))).toMatch(/^provider: HOST answered 410 with a body/);
});
