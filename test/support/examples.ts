import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { root } from "./flowc.ts";
import { completion, serveModel, type Turn } from "./model.ts";
import { type Answer, serve } from "./server.ts";

/** The folder of the examples. */
export const examplesFolder = join(root, "examples");

/** Their names: each is a folder, a workflow and a bundle. */
export const exampleNames: readonly string[] = readdirSync(examplesFolder).sort();

/** The environment variables that an example says it needs; without them it must not start. */
export const neededVariables: Readonly<Record<string, readonly string[]>> = {
  "api-report": ["API_URL", "API_PASSWORD"],
  "sales-digest": ["SALES_URL"],
};

/** Arguments that an example is run with; what it reads and writes lies in `folder`. */
export function exampleArguments(example: string, folder: string): readonly string[] {
  return given[example]?.(folder) ?? [];
}

const memory = (folder: string) => ["--input", `memory=${join(folder, "memory.db")}`];
const given: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  api: () => ["--request", "POST /greetings", "--input", "name=Ada"],
  "price-tool": () => ["--input", "article=pen", "--input", "copies=12"],
  "report-file": (folder) => {
    const file = join(folder, "input.txt");
    copyFileSync(join(examplesFolder, "report-file", "input.txt"), file);
    return ["--file", file];
  },
  "sales-digest": memory,
  "shop-sign": () => ["--env-file", join(examplesFolder, "shop-sign", "sign.env")],
  "version-tag": () => ["--input", "tag=v1.2.3"],
  visits: memory,
};

/** What an example asks while it runs, and the environment that leads it there. Disposing of it stops its servers. */
export interface Surroundings extends AsyncDisposable {
  readonly env: NodeJS.ProcessEnv;
}

/** Starts the servers that an example asks; most ask nobody. */
export function surroundingsOf(example: string): Promise<Surroundings> {
  return (servers[example] ?? nobody)();
}

const servers: Readonly<Record<string, () => Promise<Surroundings>>> = {
  "shop-sign": async () => ({ env: signSettings() as NodeJS.ProcessEnv, [Symbol.asyncDispose]: async () => undefined }),
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
    return {
      env: { SALES_URL: sales.url, OPENAI_BASE_URL: model.baseUrl },
      [Symbol.asyncDispose]: async () => {
        await sales[Symbol.asyncDispose]();
        await model[Symbol.asyncDispose]();
      },
    };
  },
};

/** What its env file says, for runs that read none. */
const signSettings = () => parseEnv(readFileSync(join(examplesFolder, "shop-sign", "sign.env"), "utf8"));

const nobody = async (): Promise<Surroundings> => ({ env: {}, [Symbol.asyncDispose]: async () => undefined });

const daySales = [
  { region: "north", amount: 70 },
  { region: "south", amount: 10.5 },
  { region: "north", amount: 19.5 },
];

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
