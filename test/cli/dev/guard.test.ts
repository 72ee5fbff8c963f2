import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { guard } from "../../../compiler/cli/dev/guard.ts";

const app = new Hono();
app.use(guard({ token: "secret", port: () => 4000 }));
app.get("/", (context) => context.text("page"));
app.post("/run", (context) => context.text("runs"));

const own = { host: "127.0.0.1:4000" };
const page = { ...own, origin: "http://127.0.0.1:4000", "sec-fetch-site": "same-origin", "x-flowc-token": "secret" };

const ask = async (method: string, path: string, headers: Record<string, string>) => {
  const response = await app.request(path, { method, headers });
  return `${response.status} ${await response.text()}`;
};

describe("who gets in", () => {
  test.each<readonly [string, readonly [method: string, path: string, headers: Record<string, string>], string]>([
    ["the page, by its address", ["GET", "/?token=secret", own], "200 page"],
    ["the page, by the other name of this machine", ["GET", "/?token=secret", { host: "localhost:4000" }], "200 page"],
    ["what the page asks for", ["POST", "/run", page], "200 runs"],
    ["no token", ["GET", "/", own], "403 the token is missing or wrong"],
    ["a wrong token", ["GET", "/?token=secret2", own], "403 the token is missing or wrong"],
    ["an empty token", ["GET", "/?token=", own], "403 the token is missing or wrong"],
    [
      "a name that leads here from elsewhere",
      ["GET", "/?token=secret", { host: "evil.example:4000" }],
      "403 unknown host",
    ],
    ["another port", ["GET", "/?token=secret", { host: "127.0.0.1:80" }], "403 unknown host"],
    ["a form of another site", ["POST", "/run?token=secret", own], "403 the token is missing or wrong"],
    ["a script of another site", ["POST", "/run", { ...page, origin: "http://evil.example" }], "403 foreign origin"],
    ["a page of another port", ["POST", "/run", { ...page, origin: "http://127.0.0.1:80" }], "403 foreign origin"],
    ["a page in a sandbox", ["POST", "/run", { ...page, origin: "null" }], "403 foreign origin"],
    [
      "a link from another site",
      ["GET", "/?token=secret", { ...own, "sec-fetch-site": "cross-site" }],
      "403 foreign origin",
    ],
    [
      "a link from another port",
      ["GET", "/?token=secret", { ...own, "sec-fetch-site": "same-site" }],
      "403 foreign origin",
    ],
  ])("%s", async (_who, request, answer) => {
    expect(await ask(...request)).toBe(answer);
  });
});
