import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, flowcProgram, runProgram } from "../support/flowc.ts";
import { connectedOverStdio } from "../support/mcp.ts";
import { project } from "./project.ts";

const reads = {
  name: "reads",
  resources: [{ actionId: "main", apiResponse: { response: "{{ env('FIRST') }} {{ env('SECOND', '-') }}" } }],
};
const files = {
  "a.env": "# a comment\nFIRST='from a'\nexport SECOND=from-a\n",
  "b.env": 'SECOND="from\\nb"\n',
  ".env": "FIRST=nobody reads this\n",
};

describe.concurrent("--env-file", () => {
  test("of run: later files count more, what is set already most", async () => {
    using folder = project(reads, files);
    const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
      const { stdout } = await flowc(["run", ".", ...args], { cwd: folder.path, env });
      return (JSON.parse(stdout) as { readonly response: string }).response;
    };
    expect(await run(["--env-file", "a.env"])).toBe("from a from-a");
    expect(await run(["--env-file", "a.env", "--env-file=b.env"])).toBe("from a from\nb");
    expect(await run(["--env-file", "a.env"], { FIRST: "own" })).toBe("own from-a");
  });

  test("of a bundle; without it nobody reads .env", async () => {
    using folder = project(reads, files);
    await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
    const bundle = join(folder.path, "out", "reads.mjs");
    const { stdout } = await runProgram(bundle, ["--env-file", "a.env"], { cwd: folder.path });
    expect(stdout).toContain("from a from-a");
    const { stderr, code } = await runProgram(bundle, [], { cwd: folder.path });
    expect([stderr, code]).toEqual([expect.stringContaining("environment variable not set: FIRST"), 1]);
  });

  test("of mcp", async () => {
    using folder = project(reads, files);
    const env = { ...process.env, XDG_CACHE_HOME: join(folder.path, "cache") };
    const args = [flowcProgram, "mcp", ".", "--env-file", "a.env"];
    await using connection = await connectedOverStdio("auto", { args, env, cwd: folder.path });
    const { structuredContent } = await connection.client.callTool({ name: "reads", arguments: {} });
    expect(structuredContent).toEqual({ success: true, response: "from a from-a" });
  });

  test("a file that cannot be read is a mistake", async () => {
    using folder = project(reads);
    // Node looks for an --env-file as well, behind the name of its program too: it may be the one that says so.
    const { stdout, stderr, code } = await flowc(["run", ".", "--env-file", "nosuch.env"], { cwd: folder.path });
    expect([stdout, code]).toEqual(["", expect.toBeOneOf([2, 9])]);
    expect(stderr).toMatch(
      /^(?:error: cannot read the env file nosuch\.env: no such file or directory|\S+: nosuch\.env: not found)\n$/,
    );
  });

  test.each([["run"], ["mcp"]])(
    "of %s that cannot be read is flowc's to say where Node leaves the arguments alone",
    async (name) => {
      using folder = project(reads);
      const { stdout, stderr, code } = await runProgram("--", [flowcProgram, name, ".", "--env-file", "nosuch.env"], {
        cwd: folder.path,
      });
      expect([stdout, stderr, code]).toEqual([
        "",
        "error: cannot read the env file nosuch.env: no such file or directory\n",
        2,
      ]);
    },
  );

  test("of a bundle, too", async () => {
    using folder = project(reads);
    await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path });
    await flowcHere(["build", ".", "-o", "mcp", "--target", "mcp"], { cwd: folder.path });
    for (const out of ["out", "mcp"]) {
      const bundle = join(folder.path, out, "reads.mjs");
      expect(await runProgram("--", [bundle, "--env-file=nosuch.env"], { cwd: folder.path })).toMatchObject({
        stdout: "",
        stderr: "error: cannot read the env file nosuch.env: no such file or directory\n",
        code: 2,
      });
    }
  });
});
