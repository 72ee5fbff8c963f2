import { spawn } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** Which versions of the protocol the client asks for first. */
export type Mode = "auto" | "legacy";

/** A program that is an MCP server: its arguments, and where it runs. */
export interface McpProgram {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly node?: string;
  readonly cwd?: string;
}

/** The official SDK's client of such a program over standard input and output. */
export async function connectedOverStdio(mode: Mode, { args, env, node = process.execPath, cwd }: McpProgram) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const place = cwd === undefined ? {} : { cwd };
  const transport = new StdioClientTransport({
    command: node,
    args: [...args],
    env: env as Record<string, string>,
    ...place,
  });
  await client.connect(transport);
  return { client, pid: transport.pid, [Symbol.asyncDispose]: () => client.close() };
}

/** Such a program over Streamable HTTP, on a free port. `ended` resolves to its exit code; disposing sends SIGTERM. */
export async function startedOverHttp({ args, env, node = process.execPath, cwd }: McpProgram) {
  const child = spawn(node, [...args, "--http", "--port", "0"], { env, cwd, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /on (http\S+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("close", () => reject(new Error(said)));
  });
  const ended = new Promise<number | null>((resolve) => void child.once("close", resolve));
  const stop = async (): Promise<number | null> => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, pid: child.pid, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** The official SDK's client of such a program over Streamable HTTP. */
export async function connectedOverHttp(mode: Mode, program: McpProgram) {
  const server = await startedOverHttp(program);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const close = async (): Promise<void> => {
    await client.close();
    const code = await server.stop();
    if (code !== 0) throw new Error(`the server ended with exit code ${code}`);
  };
  return { client, pid: server.pid, url: server.url, [Symbol.asyncDispose]: close };
}
