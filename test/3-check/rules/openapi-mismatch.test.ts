import { expect, test } from "vitest";
import { checkFiles } from "../../support/check-files.ts";

const api = `openapi: 3.0.0
paths:
  /users/{id}:
    parameters: [{ $ref: "#/components/parameters/Region" }]
    get:
      operationId: getUser
      parameters: [{ name: fields, in: query }]
      responses: { "200": { $ref: "#/components/responses/User" } }
  /users:
    post:
      operationId: addUser
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
      responses: { "201": { description: made } }
components:
  parameters:
    Region: { name: region, in: query, required: true }
  responses:
    User: { content: { application/json; charset=utf-8: { schema: { $ref: "#/components/schemas/User" } } } }
  schemas:
    User:
      type: object
      required: [name]
      additionalProperties: false
      properties: { name: { type: string }, age: { type: integer, minimum: 0, exclusiveMinimum: true } }
`;

const check = async (request: string, expression = "1") => {
  const workflow = `settings: { targetActionId: a, timeout: 1m }
resources:
  - actionId: user
    httpClient: { url: "https://api.example.com/users", ${request} }
  - actionId: a
    requires: [user]
    apiResponse: { response: "{{ ${expression} }}" }
`;
  return (await checkFiles({ "workflow.yaml": workflow, "api.yaml": api })).told;
};

const get = "openapi: { file: api.yaml, operation: getUser }, query: { region: eu }";
const post = "openapi: { file: api.yaml, operation: addUser }";

test.each([
  ["openapi: { file: api.yaml, operation: getUsers }", 'workflow.yaml:4:95 "api.yaml" has no operation "getUsers"'],
  [`method: PUT, ${get}`, 'workflow.yaml:4:65 "getUser" is GET /users/{id}, but method is PUT'],
  [
    "openapi: { file: api.yaml, operation: getUser }",
    'workflow.yaml:4:66 "getUser" needs the query parameter "region"',
  ],
  [get.replace("region", "rgion"), 'workflow.yaml:4:115 "getUser" has no query parameter "rgion"'],
  [`${post}, data: { nmae: Ann }`, 'workflow.yaml:4:114 the body has no field "nmae"'],
  [`${post}, data: { age: 7 }`, 'workflow.yaml:4:112 the body lacks "name"'],
  [`method: POST, ${post}`, 'workflow.yaml:4:80 "addUser" takes a body: write it under data'],
  [post, 'workflow.yaml:4:66 "addUser" is POST /users, and no method is given'],
])("is told of %s", async (request, message) => {
  expect((await check(request))[0]).toBe(`${message} [openapi-mismatch]`);
});

test.each([
  [get],
  ["openapi: { file: api.yaml, operation: 'GET /users/{id}' }, query: { region: eu, fields: name }"],
  ["openapi: { file: api.yaml, operation: getUser }, query: \"{{ get('query') }}\""],
  [`${post}, data: { name: Ann, age: 7 }`],
  [`${post}, data: "{{ get('user', 'env') }}"`.replace("get('user', 'env')", "env('USER')")],
])("is silent for %s", async (request) => {
  expect(await check(request)).toEqual([]);
});

test("the answer is typed, behind references too", async () => {
  expect(await check(get, "get('user').nmae")).toEqual([
    'workflow.yaml:7:46 the value has no field "nmae" [unknown-field]',
  ]);
  expect(await check(get, "get('user').name + 1")).toEqual([
    'workflow.yaml:7:34 "+" does not go with string and int [type-mismatch]',
  ]);
});

test("a description that is not a file, or no YAML, is reported in its place", async () => {
  const request = "openapi: { file: nothing.yaml, operation: getUser }";
  expect(await check(request)).toEqual([
    'workflow.yaml:4:74 the file "nothing.yaml" of openapi cannot be read: no such file or folder [invalid-path]',
  ]);
});
