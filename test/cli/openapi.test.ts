import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { flowcHere, root } from "../support/flowc.ts";
import { hello, oneSentence, project, type WorkflowParts } from "./project.ts";

const shop: WorkflowParts = {
  name: "shop",
  settings: {
    timeout: "10s",
    inputs: {
      name: { type: "string", required: true, description: "Who" },
      count: { type: "integer", default: 1, minimum: 1 },
    },
    apiServer: {
      portNum: 8080,
      auth: { token: "{{ env('TOKEN') }}" },
      routes: [
        { path: "/orders/:name", methods: ["GET", "DELETE"] },
        { path: "/orders", methods: ["POST"] },
      ],
    },
  },
  resources: [
    {
      actionId: "order",
      description: "Takes an order",
      validations: { properties: { count: { maximum: 9 } } },
      apiResponse: {
        response: { name: "{{ get('name') }}", count: "{{ get('count') }}", list: [1], text: "n {{ get('count') }}" },
        statusCode: 201,
      },
    },
  ],
};

async function describeApi(workflow: WorkflowParts) {
  using folder = project(workflow);
  const { stdout, stderr, code } = await flowcHere(["openapi", folder.path]);
  expect([stderr, code]).toEqual(["", 0]);
  return JSON.parse(stdout);
}

describe("flowc openapi", () => {
  test("is valid OpenAPI 3.1 by a public validator", async () => {
    const { stdout } = await flowcHere(["openapi", join(root, "examples", "api")]);
    for (const text of [stdout, JSON.stringify(await describeApi(shop))]) {
      const validator = new Validator();
      expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
      expect(validator.version).toBe("3.1");
    }
  });

  test("tells routes, inputs and the response's type", async () => {
    const { paths, security, info, servers } = await describeApi(shop);
    expect([info.title, servers[0].url, security]).toEqual(["shop", "http://127.0.0.1:8080", [{ bearer: [] }]]);
    expect(Object.keys(paths)).toEqual(["/orders/{name}", "/orders"]);
    const { parameters } = paths["/orders/{name}"].get;
    expect(parameters).toEqual([
      { name: "name", in: "path", required: true, schema: { type: "string", description: "Who" } },
      { name: "count", in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 9, default: 1 } },
    ]);
    const { requestBody, responses, description } = paths["/orders"].post;
    expect(description).toBe("Takes an order");
    expect(requestBody.content["application/json"].schema).toMatchObject({ type: "object", required: ["name"] });
    expect(responses["201"].content["application/json"].schema.properties.response).toEqual({
      type: "object",
      properties: {
        name: { type: "string" },
        count: { type: "integer" },
        list: { type: "array" },
        text: { type: "string" },
      },
      required: ["name", "count", "list", "text"],
    });
  });

  test("a file comes in a form: in nothing else where the route cannot do without", async () => {
    const routes = [
      { path: "/must", methods: ["POST"] },
      { path: "/may", methods: ["POST"] },
    ];
    const response = { text: "{{ get('file') ?? '' }}", title: "{{ get('title') }}" };
    const described = await describeApi({
      name: "uploads",
      settings: { apiServer: { routes } },
      resources: [
        { actionId: "must", validations: { routes: ["/must"], required: ["file"] }, apiResponse: { response } },
        { actionId: "may", validations: { routes: ["/may"] }, apiResponse: { response } },
      ],
    });
    const file = { contentMediaType: "application/octet-stream" };
    const form = (required: object) => ({
      "multipart/form-data": { schema: { type: "object", properties: { title: {}, file }, ...required } },
    });
    expect(described.paths["/must"].post.requestBody).toEqual({
      required: true,
      content: form({ required: ["file"] }),
    });
    expect(described.paths["/may"].post.requestBody).toEqual({
      required: false,
      content: { "application/json": { schema: { type: "object", properties: { title: {} } } }, ...form({}) },
    });
    expect(await new Validator().validate(described)).toEqual({ valid: true });
  });

  test("of a workflow without routes, or with errors, there is none", async () => {
    using plain = project(hello);
    const none = await flowcHere(["openapi", plain.path]);
    expect([none.stdout, none.code]).toEqual(["", 2]);
    expect(none.stderr).toMatch(oneSentence);
    using broken = project({ ...shop, resources: [{ actionId: "a", apiResponse: { response: "{{ nosuch() }}" } }] });
    const failed = await flowcHere(["openapi", broken.path]);
    expect([failed.stdout, failed.code]).toEqual(["", 1]);
    expect(failed.stderr).toContain("unknown-function");
  });
});
