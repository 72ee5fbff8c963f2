import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, root, runProgram, temporaryFolder } from "./support/flowc.ts";
import { completion, serveModel, type Turn } from "./support/model.ts";
import { nodeProgram } from "./support/nodes.ts";
import { lacksProgram } from "./support/programs.ts";
import { type Answer, serve } from "./support/server.ts";

const examples = join(root, "examples");
/** What an example asks while it runs, where it asks anybody: the environment that leads it there. */
const servers: Readonly<Record<string, () => Promise<AsyncDisposable & { readonly env: NodeJS.ProcessEnv }>>> = {
  "api-report": async () => {
    const server = await serve(shop);
    return { ...server, env: { API_URL: server.url, API_PASSWORD: "secret" } };
  },
  assistant: async () => {
    const server = await serveModel({ calls: [{ name: "stock", arguments: { article: "pens" } }] }, advice);
    return { ...server, env: { OPENAI_BASE_URL: server.baseUrl } };
  },
  "sales-digest": async () => {
    const sales = await serve(() => ({ sales: daySales }));
    const model = await serveModel("The north sells most.");
    const env = { SALES_URL: sales.url, OPENAI_BASE_URL: model.baseUrl, PATH: process.env["PATH"] };
    return {
      env,
      [Symbol.asyncDispose]: async () => {
        await sales[Symbol.asyncDispose]();
        await model[Symbol.asyncDispose]();
      },
    };
  },
};
const daySales = [
  { region: "north", amount: 70 },
  { region: "south", amount: 10.5 },
  { region: "north", amount: 19.5 },
];
const nobody = async () => ({ env: {}, [Symbol.asyncDispose]: async () => undefined });

const args: Readonly<Record<string, readonly string[]>> = {
  api: ["--request", "POST /greetings", "--input", "name=Ada"],
  "version-tag": ["--input", "tag=v1.2.3"],
  "report-file": ["--file", join(examples, "report-file", "input.txt")],
};

describe.each(readdirSync(examples).sort())("examples/%s", (name) => {
  const folder = join(examples, name);

  test("checks clean and says in its README how to run it", async () => {
    const { stderr, code } = await flowc(["check", folder]);
    expect([stderr, code]).toEqual(["1 workflow checked: no problems\n", 0]);
    expect(readFileSync(join(folder, "README.md"), "utf8")).toContain(`npx flowc run examples/${name}`);
  });

  test("gives the expected result", async (context) => {
    if (lacksProgram(name)) return context.skip();
    using home = temporaryFolder();
    await using server = await (servers[name] ?? nobody)();
    const env = { HOME: home.path, ...server.env };
    const { stdout, stderr, code } = await flowc(["run", folder, ...(args[name] ?? [])], { env });
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toBe(readFileSync(join(folder, "expected.stdout"), "utf8"));
  });

  test.for([22, 26] as const)(
    "its bundle gives the same under Node %i, from an empty folder and environment",
    async (version, context) => {
      const node = nodeProgram(version);
      if (node === undefined || lacksProgram(name)) return context.skip();
      using out = temporaryFolder();
      using home = temporaryFolder();
      await flowc(["build", folder, "-o", out.path]);
      const bundle = join(out.path, `${name}.mjs`);
      await using server = await (servers[name] ?? nobody)();
      const env = { HOME: home.path, ...server.env };
      const { stdout, stderr, code } = await runProgram(bundle, args[name] ?? [], { node, cwd: home.path, env });
      expect([stderr, code]).toEqual(["", 0]);
      expect(stdout).toBe(readFileSync(join(folder, "expected.stdout"), "utf8"));
    },
  );
});

test("the memory of examples/visits lasts from run to run", async () => {
  using home = temporaryFolder();
  const visit = () => flowc(["run", join(examples, "visits")], { env: { HOME: home.path } });
  expect(JSON.parse((await visit()).stdout).response).toMatchObject({ visits: 1, before: "" });
  expect(JSON.parse((await visit()).stdout).response).toMatchObject({ visits: 2, before: "1" });
  expect(existsSync(join(home.path, ".flowc", "memory.db"))).toBe(true);
});

test("under Node 20 a bundle says in one line what it needs", async (context) => {
  const node = nodeProgram(20);
  if (node === undefined) return context.skip();
  using out = temporaryFolder();
  await flowc(["build", join(examples, "hello"), "-o", out.path]);
  const { stdout, stderr, code } = await runProgram(join(out.path, "hello.mjs"), [], { node });
  expect([stdout, stderr, code]).toEqual(["", "this flowc bundle needs Node 22 or later; this is Node 20.8.0\n", 2]);
});

/** The API of examples/api-report: busy at first, and strict about tokens. */
const shop: Answer = ({ path, headers, body }, response, index) => {
  if (path === "/login") return body === "user=ann&password=secret" ? { token: "t-1" } : refuse(response);
  if (path === "/messages") {
    response.writeHead(201, { "x-server": "test", "content-type": "application/json" });
    return JSON.stringify({ id: body === '{"text":"2 orders","sum":12.5}' ? "m-1" : body });
  }
  if (headers.authorization !== "Bearer t-1") return refuse(response);
  if (index === 1) return void response.writeHead(503, { "retry-after": "0" }).end();
  const items = path === "/orders?day=2030-01-01&fields=id&fields=price" ? [10, 2.5] : [];
  return { items: items.map((price, at) => ({ id: at + 1, price })) };
};

function refuse(response: ServerResponse): string {
  response.statusCode = 401;
  return "no";
}

/** The model of examples/assistant: it says what its tool has found. */
const advice: Turn = (_, { body }) => {
  const { messages } = JSON.parse(body) as { messages: readonly { readonly content: string }[] };
  return completion(JSON.stringify({ order: 7, reason: messages.at(-1)?.content }));
};
