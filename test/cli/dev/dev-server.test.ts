import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DevActions, type DevServer, startDevServer } from "../../../compiler/cli/dev/dev-server.ts";
import { Listeners } from "../../../compiler/cli/dev/listeners.ts";
import type { DevMessage, DevRunRequest } from "../../../compiler/page/dev-data.ts";
import { root } from "../../support/flowc.ts";

describe("the server of flowc dev", () => {
  const listeners = new Listeners();
  const asked: DevRunRequest[] = [];
  const actions: DevActions = {
    snapshot: () => [{ kind: "workflows", workflows: [] }],
    code: async (workflow) => (workflow === "known" ? "code" : undefined),
    run: (request) => {
      asked.push(request);
      return request.workflow === "known" ? undefined : "no such workflow";
    },
    cancel: (run) => run === "known",
    kept: async () => undefined,
    test: (workflow) => workflow === "known",
  };
  let server: DevServer;
  beforeAll(async () => {
    server = await startDevServer(actions, { port: 0, token: "t", packageFolder: join(root, "dist"), listeners });
  });
  afterAll(() => server.close());

  const post = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json", "x-flowc-token": "t" };
    const response = await fetch(new URL(path, server.url), { method: "POST", headers, body: JSON.stringify(body) });
    return `${response.status} ${await response.text()}`.trim();
  };

  test("gives the page to who has its address, with a policy that lets it load nothing else", async () => {
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; .*frame-ancestors 'none'$/,
    );
    expect((await fetch(new URL("/", server.url))).status).toBe(403);
  });

  test("runs what is a request to run, and nothing else", async () => {
    expect(await post("/run", { workflow: "known", inputs: { a: 1 }, shell: "rm" })).toBe("202");
    expect(asked).toEqual([{ workflow: "known", inputs: { a: 1 } }]);
    expect(await post("/run", { workflow: "other", inputs: {} })).toBe("400 no such workflow");
    for (const body of [{}, [], null, { workflow: 1, inputs: {} }, { workflow: "known", inputs: {}, file: 1 }])
      expect(await post("/run", body)).toBe("400 not a request to run a workflow");
    expect(asked).toHaveLength(2);
  });

  test("says what it does not know", async () => {
    expect(await post("/cancel", { run: "known" })).toBe("202");
    expect(await post("/cancel", { run: "other" })).toBe("404 no such run");
    expect(await post("/test", { workflow: "other" })).toBe("404 no such workflow");
    const code = async (workflow: string) => {
      const response = await fetch(new URL(`/code?workflow=${workflow}&token=t`, server.url));
      return `${response.status} ${await response.text()}`;
    };
    expect(await code("known")).toBe("200 code");
    expect(await code("other")).toBe("404 no such workflow");
  });

  test("refuses what is too long", async () => {
    expect(await post("/run", { workflow: "known", inputs: { a: "x".repeat(2_000_000) } })).toMatch(/^413/);
  });

  test("says what there is, and then what comes", async () => {
    const response = await fetch(new URL("/events?token=t", server.url));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let said = "";
    const messages = async (count: number): Promise<readonly DevMessage[]> => {
      while (said.split("\n\n").length <= count) said += (await reader?.read())?.value ?? "";
      return said
        .split("\n\n")
        .slice(0, count)
        .map((text) => JSON.parse(text.replace(/^data: /, "")));
    };
    expect((await messages(1))[0]).toEqual({ kind: "workflows", workflows: [] });
    listeners.send({ kind: "events", run: "r", events: [] });
    expect((await messages(2))[1]).toEqual({ kind: "events", run: "r", events: [] });
    await reader?.cancel();
  });
});
