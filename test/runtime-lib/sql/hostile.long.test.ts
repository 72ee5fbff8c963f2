import { createServer, type Socket } from "node:net";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { listening } from "../../support/server.ts";
import { session } from "./steps.ts";

// What mysql2 says there is left out of bundles.
beforeAll(() => {
  for (const name of ["error", "trace"] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
});

/** What a server does with a connection: it writes at once, and again after each piece that the client has sent. */
type Script = readonly ((socket: Socket) => unknown)[];

/** A server of bytes: the first connection gets the script, to all others it is silent. */
async function scripted(script: Script) {
  let open = 0;
  let asked = 0;
  const server = createServer((socket) => {
    open += 1;
    asked += 1;
    if (asked > 1) {
      socket.resume();
      return void socket.on("close", () => open--).on("error", () => undefined);
    }
    const steps = [...script];
    const next = (): void => void steps.shift()?.(socket);
    socket.on("error", () => undefined).on("close", () => open--);
    socket.on("data", next);
    next();
  });
  const allClosed = async () => {
    while (open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return { ...(await listening(server)), allClosed };
}

const write =
  (...pieces: readonly Buffer[]) =>
  (socket: Socket) =>
    socket.write(Buffer.concat(pieces));
const end =
  (...pieces: readonly Buffer[]) =>
  (socket: Socket) =>
    socket.end(Buffer.concat(pieces));
const nothing = () => undefined;

/** The failure of one statement, and that afterwards nothing is left open. */
async function failing(scheme: string, script: Script, more: { timeoutMs?: number; params?: unknown } = {}) {
  await using server = await scripted(script);
  const { failure, end: endRun } = session(`${scheme}://me:secret@${server.host}/x`, { connectTimeoutMs: 300 });
  const failed = await failure({ query: "SELECT 1", timeoutMs: 500, ...more });
  await endRun();
  await server.allClosed();
  expect(failed.message).not.toContain("secret");
  return `${failed.failureClass}: ${failed.message}`;
}

const int32 = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
const int16 = (value: number) => Buffer.from([(value >> 8) & 255, value & 255]);
const text = (value: string) => Buffer.from(`${value}\0`);

describe("a PostgreSQL server", () => {
  const message = (type: string, ...body: readonly Buffer[]) => {
    const content = Buffer.concat(body);
    return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
  };
  const login = (code: number, ...more: readonly Buffer[]) => message("R", int32(code), ...more);
  const ready = message("Z", Buffer.from("I"));
  const welcome = Buffer.concat([login(0), message("K", int32(1), int32(2)), ready]);
  const column = Buffer.concat([text("x"), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]);
  const row = (...values: readonly string[]) =>
    message("D", int16(values.length), ...values.flatMap((value) => [int32(value.length), Buffer.from(value)]));
  const described = Buffer.concat([message("1"), message("2"), message("T", int16(1), column)]);
  const done = Buffer.concat([message("C", text("SELECT 1")), ready]);
  const login_ = 'infra: database "main": the server asks for a way to log in that is not supported: ';
  const unread = /^infra: database "main": what the server sent cannot be read \(.+\)$/;
  const lost = /^infra: database "main": Connection terminated unexpectedly$/;
  const late = 'infra: database "main": no connection within 300ms';

  test("that speaks as it should is understood", async () => {
    const script = [nothing, write(welcome), write(described, row("hello"), done)];
    await using server = await scripted(script);
    const { rows, end: endRun } = session(`postgres://me:secret@${server.host}/x`);
    expect(await rows("SELECT 1")).toEqual([{ x: "hello" }]);
    await endRun();
  });

  test.each<[string, Script, string | RegExp]>([
    ["asks for Kerberos V5", [nothing, write(login(2))], `${login_}Kerberos V5`],
    ["asks for SCM", [nothing, write(login(6))], `${login_}SCM`],
    ["asks for GSSAPI", [nothing, write(login(7))], `${login_}GSSAPI`],
    ["goes on with GSSAPI", [nothing, write(login(8))], `${login_}8`],
    ["asks for SSPI", [nothing, write(login(9))], `${login_}SSPI`],
    ["asks for what nobody knows", [nothing, write(login(4711))], `${login_}4711`],
    ["asks for less than nothing", [nothing, write(login(-1))], `${login_}-1`],
    ["asks for SASL of a kind of its own", [nothing, write(login(10, text("OWN"), text("")))], /^infra: .*SASL/],
    ["asks for SASL without an end", [nothing, write(login(10, Buffer.from("OWN")))], /^infra: /],
    ["goes on with SASL that was not begun", [nothing, write(login(11, Buffer.from("r=x")))], /^infra: /],
    ["ends SASL that was not begun", [nothing, write(login(12, Buffer.from("v=x")))], /^infra: /],
    [
      "breaks SCRAM",
      [nothing, write(login(10, text("SCRAM-SHA-256"), text(""))), write(login(11, Buffer.from("garbage")))],
      /^infra: .*SASL/,
    ],
    ["asks for MD5 without salt", [nothing, write(login(5))], late],
    ["says less than a way to log in", [nothing, write(message("R"))], unread],
    ["says less than an error", [nothing, write(message("E"))], /^infra: /],
    ["has no end of an error", [nothing, write(message("E", Buffer.from("SFATAL")))], /^infra: /],
    ["sends a length of 0", [nothing, write(Buffer.from("R\0\0\0\0\0\0\0\0"))], /^infra: /],
    ["sends a length of 4 GiB", [nothing, write(Buffer.from("R\xff\xff\xff\xff", "latin1"))], unread],
    [
      "sends more than a greeting",
      [nothing, write(Buffer.from("R\x07\xff\xff\xff", "latin1"), Buffer.alloc(2 ** 21))],
      /greeting$/,
    ],
    ["sends garbage", [write(Buffer.from("SSH-2.0-OpenSSH_9.2\r\n garbage garbage garbage"))], unread],
    ["sends zeros", [write(Buffer.alloc(4096))], unread],
    ["is gone at once", [end()], lost],
    ["is gone after the first word", [nothing, end(login(0))], lost],
    ["resets", [(socket) => socket.resetAndDestroy()], /^infra: .*ECONNRESET/],
    ["sends rows before a connection", [nothing, write(row("x"))], /^infra: /],
    ["asks for COPY before a connection", [nothing, write(message("G", Buffer.from([0]), int16(0)))], /^infra: /],
  ])("that %s costs the connection only", async (_what, script, failure) => {
    expect(await failing("postgres", script)).toMatch(typeof failure === "string" ? literal(failure) : failure);
  });

  test.each<[string, Script[number], string | RegExp]>([
    ["asks for GSSAPI", write(login(7)), `${login_}GSSAPI`],
    ["sends rows of less than no columns", write(described, message("D", int16(-1))), unread],
    ["sends rows that are cut", write(described, message("D", int16(1), Buffer.from([0]))), unread],
    ["sends rows of too many columns", write(described, row("a", "b"), done), /^(?:infra|tool_runtime): /],
    ["sends columns that are cut", write(message("1"), message("2"), message("T", int16(5))), unread],
    ["sends rows without columns", write(row("a"), done), /^(?:infra|tool_runtime): /],
    ["sends an end that is none", write(described, message("C"), ready), /^(?:infra|tool_runtime): |did not fail/],
    ["sends garbage", write(Buffer.from("\x01garbage garbage garbage", "latin1")), unread],
    ["is gone", end(), lost],
    ["is gone between rows", end(described, row("a")), lost],
    ["resets", (socket) => socket.resetAndDestroy(), /^infra: .*ECONNRESET/],
    ["wants to be sent a file", write(message("G", Buffer.from([0]), int16(0))), /^timeout: /],
    ["says nothing", nothing, /^timeout: timed out after 500ms: /],
  ])("that %s in the middle of a statement costs the connection only", async (_what, act, failure) => {
    const failed = await failing("postgres", [nothing, write(welcome), act]).catch((error: unknown) => String(error));
    expect(failed).toMatch(typeof failure === "string" ? literal(failure) : failure);
  });

  test("that speaks after the end is not heard", async () => {
    const script = [nothing, write(welcome), write(described, row("hello"), done, row("x"), login(7))];
    await using server = await scripted(script);
    const { rows, end: endRun } = session(`postgres://me:secret@${server.host}/x`);
    await rows("SELECT 1").catch(() => undefined);
    await endRun();
    await server.allClosed();
  });
});

describe("a MySQL server", () => {
  const packet = (sequence: number, ...body: readonly Buffer[]) => {
    const content = Buffer.concat(body);
    const { length } = content;
    return Buffer.concat([Buffer.from([length & 255, (length >> 8) & 255, length >> 16, sequence]), content]);
  };
  const bytes = (...values: readonly number[]) => Buffer.from(values);
  const greeting = (plugin: string) =>
    packet(
      0,
      bytes(10),
      text("8.0.0"),
      bytes(1, 0, 0, 0),
      Buffer.from("12345678\0"),
      // PROTOCOL_41, SECURE_CONNECTION, PLUGIN_AUTH.
      bytes(0x00, 0xa2, 33, 2, 0, 0x08, 0x00, 21),
      Buffer.alloc(10),
      text("123456789012"),
      text(plugin),
    );
  const hello = greeting("mysql_native_password");
  const ok = (sequence: number) => packet(sequence, bytes(0, 0, 0, 2, 0, 0, 0));
  const eof = (sequence: number) => packet(sequence, bytes(0xfe, 0, 0, 2, 0));
  const short = (value: string) => Buffer.concat([bytes(value.length), Buffer.from(value)]);
  const column = (sequence: number) =>
    packet(sequence, ...["def", "", "", "", "x", "x"].map(short), bytes(12, 33, 0, 255, 0, 0, 0, 253, 0, 0, 0, 0, 0));
  const rows = Buffer.concat([packet(1, bytes(1)), column(2), eof(3)]);
  const infra = /^infra: database "main": /;

  test("that speaks as it should is understood", async () => {
    const script = [write(hello), write(ok(2)), write(rows, packet(4, short("hello")), eof(5))];
    await using server = await scripted(script);
    const { rows: query, end: endRun } = session(`mysql://me:secret@${server.host}/x`);
    expect(await query("SELECT 1")).toEqual([{ x: "hello" }]);
    await endRun();
  });

  test.each<[string, Script, RegExp]>([
    ["greets with garbage", [write(Buffer.from("SSH-2.0-OpenSSH_9.2\r\n garbage"))], infra],
    ["greets with zeros", [write(Buffer.alloc(4096))], infra],
    ["greets with nothing", [write(packet(0))], infra],
    ["greets by half", [end(hello.subarray(0, 20))], infra],
    ["greets by a packet that is cut", [write(packet(0, bytes(10), text("8")))], infra],
    ["greets by an error that is cut", [write(packet(0, bytes(255)))], infra],
    ["greets by a packet of 16 MiB", [write(bytes(255, 255, 255, 0), Buffer.alloc(2 ** 21))], /greeting$/],
    ["greets for ever", [(socket) => flood(socket, bytes(255, 255, 255, 0))], /greeting$/],
    ["asks for a plugin of its own", [write(hello), write(packet(2, bytes(254), text("own"), text("data")))], infra],
    ["asks for __proto__", [write(hello), write(packet(2, bytes(254), text("__proto__"), text("x")))], infra],
    ["asks for the password itself", [write(hello), write(packet(2, bytes(254), text("mysql_clear_password")))], infra],
    [
      "asks for a key that is none",
      [
        write(greeting("caching_sha2_password")),
        write(packet(2, bytes(1, 4))),
        write(packet(4, bytes(1), text("none"))),
      ],
      infra,
    ],
    ["goes on with what was not begun", [write(hello), write(packet(2, bytes(1), text("more")))], infra],
    ["asks for the old way", [write(hello), write(packet(2, bytes(254)))], infra],
    ["answers what nobody knows", [write(hello), write(packet(2, bytes(77, 1, 2)))], infra],
    ["answers out of order", [write(hello), write(packet(9, bytes(77)))], infra],
    ["answers nothing", [write(hello), write(packet(2))], infra],
    ["is gone at once", [end()], infra],
    ["is gone after its greeting", [write(hello), end()], infra],
    ["resets", [(socket) => socket.resetAndDestroy()], infra],
    ["says nothing", [nothing], /no connection within 300ms$/],
  ])("that %s costs the connection only", async (_what, script, failure) => {
    expect(await failing("mysql", script)).toMatch(failure);
  });

  test.each<[string, Script[number], RegExp]>([
    ["answers nothing", write(packet(1)), infra],
    ["sends a column that is cut", write(packet(1, bytes(1)), packet(2, bytes(3, 1))), infra],
    ["sends no end of its columns", write(packet(1, bytes(1)), column(2), packet(3, short("hello"))), infra],
    [
      "sends a row that is cut",
      write(rows, packet(4, bytes(200, 1))),
      /^(?:infra|tool_runtime|timeout): |did not fail/,
    ],
    ["sends a row of nothing", write(rows, packet(4)), /^(?:infra|tool_runtime|timeout): |did not fail/],
    ["sends more columns than there are", write(packet(1, bytes(254, 255, 255, 255, 255, 255, 255, 255, 255))), /./],
    ["wants a file", write(packet(1, bytes(251), Buffer.from("/etc/passwd"))), /^(?:infra|tool_runtime|timeout): /],
    ["sends an error that is cut", write(packet(1, bytes(255, 1))), /^(?:infra|tool_runtime): /],
    ["sends garbage", write(Buffer.from("garbage garbage garbage garbage")), /^(?:infra|timeout): /],
    ["is gone", end(), infra],
    ["is gone between rows", end(rows, packet(4, short("hello"))), infra],
    ["resets", (socket) => socket.resetAndDestroy(), infra],
  ])("that %s in the middle of a statement costs the connection only", async (_what, act, failure) => {
    const failed = await failing("mysql", [write(hello), write(ok(2)), act]).catch((error: unknown) => String(error));
    expect(failed).toMatch(failure);
  });

  test.each<[string, Script[number], RegExp]>([
    ["is cut", write(packet(1, bytes(0, 1))), infra],
    ["is garbage", write(packet(1, bytes(99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))), /^(?:infra|timeout): /],
    ["never comes", end(), infra],
  ])("whose answer to a statement with parameters %s costs the connection only", async (_what, act, failure) => {
    expect(await failing("mysql", [write(hello), write(ok(2)), act], { params: [1] })).toMatch(failure);
  });
});

/** Writes until nobody reads. */
function flood(socket: Socket, start: Buffer): void {
  const piece = Buffer.alloc(2 ** 16);
  const more = (): void => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(more));
  };
  socket.write(start);
  more();
}

function literal(value: string): RegExp {
  return new RegExp(`^${value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}
