import { expect, test } from "vitest";
import { explanations } from "../../../compiler/report/explanations/table.ts";
import { checkFiles } from "../../support/check-files.ts";
import { completeExample } from "../../support/check-text.ts";

const api = `openapi: 3.0.0
paths:
  /users/{id}:
    parameters: [{ $ref: "#/components/parameters/Region" }]
    get:
      operationId: getUser
      parameters: [{ name: fields, in: query }]
      responses: { "200": { $ref: "#/components/responses/User" } }
  /users/{id}/posts/{number}:
    get:
      operationId: getPost
      parameters:
        - { name: number, in: path, required: true, schema: { type: integer } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string, enum: [a, b] } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: sort, in: query, schema: { $ref: "#/components/schemas/Sort" } }
      responses:
        "200": { headers: { X-Total: { schema: { type: integer } }, X-State: { schema: { type: string, enum: [new, old] } } } }
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
    Sort: { type: string, enum: [name, age] }
    Address: { type: object, required: [city], additionalProperties: false, properties: { city: { type: string } } }
    User:
      type: object
      required: [name]
      additionalProperties: false
      properties: { name: { type: string }, age: { type: integer, minimum: 0, exclusiveMinimum: true },
        tags: { type: array, items: { type: string } }, address: { $ref: "#/components/schemas/Address" }, plan: { type: string, enum: [free, paid] }, nick: { type: string, nullable: true } }
`;

const check = async (request: string, expression = "1", url = request.includes("addUser") ? "users" : "users/7") => {
  const workflow = `settings: { targetActionId: a, timeout: 1m }
resources:
  - actionId: user
    httpClient: { url: "https://api.example.com/${url}", ${request} }
  - actionId: a
    requires: [user]
    apiResponse: { response: "{{ ${expression} }}" }
`;
  return (await checkFiles({ "workflow.yaml": workflow, "api.yaml": api })).reported;
};

const get = "openapi: { file: api.yaml, operation: getUser }, query: { region: eu }";
const post = "openapi: { file: api.yaml, operation: addUser }";

test.each([
  ["openapi: { file: api.yaml, operation: getUsers }", 'workflow.yaml:4:97 "api.yaml" has no operation "getUsers"'],
  [`method: PUT, ${get}`, 'workflow.yaml:4:67 "getUser" is GET /users/{id}, but method is PUT'],
  [
    "openapi: { file: api.yaml, operation: getUser }",
    'workflow.yaml:4:68 "getUser" needs the query parameter "region"',
  ],
  [get.replace("region", "rgion"), 'workflow.yaml:4:117 "getUser" has no query parameter "rgion"'],
  [`${post}, data: { nmae: Ann }`, 'workflow.yaml:4:114 the body has no field "nmae"'],
  [`${post}, data: { age: 7 }`, 'workflow.yaml:4:112 the body lacks "name"'],
  [`method: POST, ${post}`, 'workflow.yaml:4:80 "addUser" takes a body: write it under data'],
  [post, 'workflow.yaml:4:66 "addUser" is POST /users, and no method is given'],
])("is reported: %s", async (request, message) => {
  expect((await check(request))[0]).toBe(`${message} [openapi-mismatch]`);
});

test.each([
  [get],
  ["openapi: { file: api.yaml, operation: 'GET /users/{id}' }, query: { region: eu, fields: name }"],
  ["openapi: { file: api.yaml, operation: getUser }, query: \"{{ get('query') }}\""],
  [`${post}, data: { name: Ann, age: 7 }`],
  [`${post}, data: "{{ fromJSON(env('USER')) }}"`],
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

const post7 = `${post}, data: { name: Ann`;

test.each([
  [`${post7}, age: seven }`, 'the field "age" takes an integer, found "seven"'],
  [`${post7}, age: 1.5 }`, 'the field "age" takes an integer, found 1.5'],
  [`${post7}, age: "{{ env('USER') }}" }`, 'the field "age" takes an integer, found a string'],
  [`${post7}, tags: a }`, 'the field "tags" takes an array, found "a"'],
  [`${post7}, tags: [a, 1] }`, 'an item of the field "tags" takes a string, found 1'],
  [`${post7}, plan: fre }`, 'the field "plan" takes one of "free", "paid", found "fre"'],
  [`${post7}, address: { town: Bern } }`, 'the field "address" has no field "town"'],
  [`${post7}, address: {} }`, 'the field "address" lacks "city"'],
  [`${post7}, nick: 1 }`, 'the field "nick" takes a string or null, found 1'],
  [`${post}, data: [1]`, "the body takes an object, found an array<any>"],
])("a body whose values do not fit is reported: %s", async (request, message) => {
  expect((await check(request))[0]).toContain(` ${message} [openapi-mismatch]`);
});

test.each([
  [`${post7}, age: 7, plan: free, tags: [a], address: { city: Bern }, nick: null }`],
  [`${post7}, age: "{{ int(env('USER')) }}", nick: "{{ env('USER') }}" }`],
  [`${post7}, age: "{{ int(env('USER')) / 2 }}" }`],
])("a body whose values fit is not: %s", async (request) => {
  expect(await check(request)).toEqual([]);
});

const getPost = "openapi: { file: api.yaml, operation: getPost }";
const tenant = `${getPost}, headers: { X-Tenant: a }`;

test.each([
  [tenant, "users/7/post/3", '"getPost" is GET /users/{id}/posts/{number}, but the path of url is /users/7/post/3'],
  [tenant, "posts/3", '"getPost" is GET /users/{id}/posts/{number}, but the path of url is /posts/3'],
  [
    tenant,
    "users/{{ urlencode(env('USER')) }}/post/3",
    '"getPost" is GET /users/{id}/posts/{number}, but the path of url is /users/{{ … }}/post/3',
  ],
  [tenant, "users/7/posts/three", 'the path parameter "number" takes an integer, found "three"'],
  [getPost, "users/7/posts/3", '"getPost" needs the header "X-Tenant"'],
  [`${getPost}, headers: { X-Tenatn: a }`, "users/7/posts/3", '"getPost" has no header "X-Tenatn"'],
  [`${getPost}, headers: { x-tenant: c }`, "users/7/posts/3", 'the header "x-tenant" takes one of "a", "b", found "c"'],
  [`${tenant}, query: { limit: ten }`, "users/7/posts/3", 'the query parameter "limit" takes an integer, found "ten"'],
  [
    `${tenant}, query: { limit: [1] }`,
    "users/7/posts/3",
    'the query parameter "limit" takes an integer, found an array<any>',
  ],
  [
    `${tenant}, query: { sort: nme }`,
    "users/7/posts/3",
    'the query parameter "sort" takes one of "name", "age", found "nme"',
  ],
])("parameters that do not fit are reported: %s, %s", async (request, url, message) => {
  const found = await check(request, "1", url);
  expect(found).toEqual([expect.stringContaining(` ${message} [openapi-mismatch]`)]);
});

test.each([
  [tenant, "v1/users/7/posts/3?limit=1"],
  [`${getPost}, headers: { X-Tenant: b, X-Other: c }`, "users/{{ env('USER') }}/3"],
  [`${getPost}, headers: { X-Tenant: "{{ env('USER') }}" }`, "users/7/posts/{{ env('USER') }}"],
  [`${tenant}, query: { limit: "10", tags: a, sort: name }`, "users/7/posts/3"],
  [`${tenant}, query: { limit: "{{ env('USER') }}", tags: [a, 1] }`, "users/7/posts/3"],
])("parameters that fit are not: %s, %s", async (request, url) => {
  expect(await check(request, "1", url)).toEqual([]);
});

test("headers of the answer are typed", async () => {
  const found = (expression: string) => check(tenant, expression, "users/7/posts/3");
  expect(await found("http.header('user', 'X-Totl')")).toEqual([
    'workflow.yaml:7:54 the schema knows no header "X-Totl" [unknown-field]',
  ]);
  expect(await found("http.header('user', 'X-State') == 'odl'")).toEqual([
    expect.stringContaining("[constant-condition]"),
  ]);
  expect(await found("http.header('user', 'X-Total') ?? http.header('user', 'ETag') ?? ''")).toEqual([]);
});

test("its explanation shows what draws it, and what does not", async () => {
  const { bad = "", good = "" } = explanations["openapi-mismatch"].examples ?? {};
  const described =
    "paths: { /users: { get: { parameters: [{ name: limit, in: query, schema: { type: integer } }] } } }\n";
  const found = async (example: string) =>
    (await checkFiles({ "workflow.yaml": completeExample(example), "api.yaml": described })).reported;
  expect(await found(bad)).toEqual([
    expect.stringMatching(/^workflow\.yaml:6:8 .*\[openapi-mismatch\]$/),
    expect.stringMatching(/^workflow\.yaml:7:19 .*\[openapi-mismatch\]$/),
  ]);
  expect(await found(good)).toEqual([]);
});

test("a description that is not a file, or no YAML, is reported in its place", async () => {
  const request = "openapi: { file: nothing.yaml, operation: getUser }";
  expect(await check(request)).toEqual([
    'workflow.yaml:4:76 the file "nothing.yaml" of openapi cannot be read: no such file or folder [invalid-path]',
  ]);
});
