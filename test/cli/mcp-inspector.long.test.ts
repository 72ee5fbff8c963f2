import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcProgram, root, runProgram, temporaryFolder } from "../support/flowc.ts";
import { type McpProgram, startedOverHttp } from "../support/mcp.ts";
import { command, project, workflowText } from "./project.ts";

/** Installed by `npm run inspector`. */
const inspector = join(
  root,
  "test/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

/** Greets Ann, and nobody else. */
const picky = workflowText({
  name: "picky",
  settings: { inputs: { name: { type: "string", required: true, description: "Who" } } },
  resources: [
    command("main", "", {
      exec: {
        command: '[ "$1" = Ann ] || { echo no guest >&2; exit 3; }; echo "hello $1"',
        args: ["{{ get('name') }}"],
      },
    }),
  ],
});

/** A server of the workflow, and how the inspector reaches it. */
type Serving = (program: McpProgram) => Promise<AsyncDisposable & { readonly target: readonly string[] }>;
const overStdio: Serving = async ({ args }) => ({
  target: [process.execPath, ...args],
  [Symbol.asyncDispose]: async () => undefined,
});
const overHttp: Serving = async (program) => {
  const server = await startedOverHttp(program);
  return { target: [server.url], [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

describe.concurrent.each([
  ["flowc mcp", "stdio", overStdio],
  ["flowc mcp", "Streamable HTTP", overHttp],
  ["a bundle with --target mcp", "stdio", overStdio],
  ["a bundle with --target mcp", "Streamable HTTP", overHttp],
] as const)("the inspector's command line, %s over %s", (kind, _transport, serve) => {
  test("lists the tools, calls them, and tells what failed", async (context) => {
    if (!existsSync(inspector)) return context.skip();
    using folder = project(picky);
    using out = temporaryFolder();
    const env = { ...process.env, HOME: out.path, XDG_CACHE_HOME: out.path };
    const built = await flowc(["build", folder.path, "-o", out.path, "--target", "mcp"]);
    expect(built.code, built.stderr).toBe(0);
    const args = kind === "flowc mcp" ? [flowcProgram, "mcp", folder.path] : [join(out.path, "picky.mjs")];
    await using server = await serve({ args, env });
    const inspect = (...more: readonly string[]) =>
      runProgram(inspector, ["--cli", ...server.target, ...more], { env });
    const call = (...given: readonly string[]) =>
      inspect("--method", "tools/call", "--tool-name", "picky", ...given.flatMap((pair) => ["--tool-arg", pair]));

    // --strict: exit code 6 for a schema that not all clients can use
    const listed = await inspect("--method", "tools/list", "--strict");
    expect(listed.code, listed.stderr).toBe(0);
    const { tools } = JSON.parse(listed.stdout);
    expect(tools).toMatchObject([{ name: "picky", inputSchema: { required: ["name"] } }]);

    const greeted = await call("name=Ann");
    expect(greeted.code, greeted.stderr).toBe(0);
    expect(JSON.parse(greeted.stdout).structuredContent).toEqual({ result: "hello Ann" });

    const failed = await call("name=Bob");
    expect(JSON.parse(failed.stdout)).toEqual({
      isError: true,
      content: [{ type: "text", text: 'tool_runtime: "main" failed: exit code 3: no guest' }],
    });

    const without = await call();
    expect([without.stdout, without.code]).toEqual(["", 1]);
    expect(without.stderr).toContain("picky: missing input: name");
    const unknown = await call("name=Ann", "more=1");
    expect([unknown.stdout, unknown.code]).toEqual(["", 1]);
    expect(unknown.stderr).toContain("picky: unknown input: more");
  }, 120_000);
});
