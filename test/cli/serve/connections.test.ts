import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killTagged, newTag, tagged, untilTagged } from "../../runtime-lib/exec/processes.ts";
import { flowcHere } from "../../support/flowc.ts";
import { command, project } from "../project.ts";
import { type RunningService, raw, startService, until } from "./service.ts";

const tag = newTag();
const bigBytes = 40_000_000;
const bound = (path: string) => ({ validations: { routes: [path] } });
const workflow = {
  name: "connections",
  settings: {
    targetActionId: "quick",
    timeout: "60s",
    apiServer: { routes: ["/quick", "/slow", "/wait", "/big"].map((path) => ({ path, methods: ["GET"] })) },
  },
  resources: [
    { actionId: "quick", ...bound("/quick"), apiResponse: { response: "quick" } },
    command("slow", "sleep 3; echo slow", bound("/slow")),
    command("wait", `sleep ${tag}`, bound("/wait")),
    command("big", `head -c ${bigBytes} /dev/zero | tr '\\0' x`, bound("/big")),
  ],
};

let service: RunningService;
beforeAll(async () => {
  service = await startService(workflow, { args: ["--log"] });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  killTagged(tag);
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const garbage = "NO SUCH THING\r\n\r\n";

/** A client that closes its side only when told to, and does not mind being reset. */
async function client(port: number, text = ""): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => undefined);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

describe("what is not HTTP", () => {
  const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

  test("comes after the answer to what was before it", async () => {
    const answer = await raw(service.port, get("/quick") + garbage);
    expect(statuses(answer)).toEqual([200, 400]);
    expect(answer).toContain('"response":"quick"');
  });

  test("does not take the place of an answer that is still to come", async () => {
    const answer = await raw(service.port, get("/slow") + garbage);
    expect(statuses(answer)).toEqual([200]);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('"response":"slow"');
  });

  test("lets the client still take its command with it", async () => {
    const socket = await client(service.port, get("/wait") + garbage);
    await untilTagged(tag, 1);
    socket.destroy();
    await until(() => tagged(tag).length === 0);
  });

  test("leaves no connection, however long the client keeps it", async () => {
    using folder = project(workflow, { "host.mjs": host });
    await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
    const child = fork(join(folder.path, "host.mjs"));
    const [port] = (await once(child, "message")) as [number];
    const socket = await client(port, garbage);
    await once(socket.resume(), "end");
    child.send("wait");
    expect(await once(child, "message")).toContain("none is open");
    socket.destroy();
    child.kill();
  });
});

/** Serves the bundle and tells when no connection is left. */
const host = `
import { serve } from "./out/connections.mjs";
const { port } = await serve({ port: 0 });
process.on("message", async () => {
  while (process.getActiveResourcesInfo().includes("TCPSocketWrap")) await new Promise((done) => setTimeout(done, 20));
  process.send("none is open");
});
process.send(port);
`;

test("HTTP/1.0 needs no host; one that is none is refused like all else", async () => {
  expect(await raw(service.port, "GET /quick HTTP/1.0\r\n\r\n")).toContain('"response":"quick"');
  const answer = await raw(service.port, "GET /quick HTTP/1.1\r\nHost: a b/\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"failureClass":"validation"\}\}$/);
});

describe("SIGTERM", () => {
  test("does not wait for connections on which nothing has come", async () => {
    await using service = await startService(workflow);
    const order: string[] = [];
    const silent = await client(service.port);
    silent.resume().on("end", () => order.push("silent"));
    const running = raw(service.port, get("/slow")).then(() => order.push("answered"));
    await once((await client(service.port, get("/quick"))).setEncoding("utf8"), "data");
    service.child.kill("SIGTERM");
    await running;
    expect(order).toEqual(["silent", "answered"]);
  });

  test("does not cut an answer that the client reads slowly", async () => {
    await using service = await startService(workflow);
    const silent = await client(service.port);
    const reader = await client(service.port, get("/big"));
    await once(reader, "readable");
    service.child.kill("SIGTERM");
    // When unused connections are closed.
    await once(silent.resume(), "end");
    let bytes = 0;
    reader.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await once(reader, "end");
    expect(bytes).toBeGreaterThan(bigBytes);
    reader.end();
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  });
});

test("--log names the client that went away, and no status", async () => {
  const socket = await client(service.port, get("/wait"));
  await untilTagged(tag, 1);
  const lines = () => service.stdout().split("\n");
  const before = lines().length;
  socket.resetAndDestroy();
  await until(() => lines().length > before);
  expect(lines().at(-2)).toMatch(/Z 127\.0\.0\.1 GET \/wait - \d+\.\dms \/wait [\da-f-]{36}$/);
});
