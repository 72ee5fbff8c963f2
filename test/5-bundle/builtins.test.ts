import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, project } from "../cli/project.ts";
import { flowcHere, runProgram } from "../support/flowc.ts";

/** Prints what Node has loaded of its own, when the process ends. */
const listModules = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => console.error(process.moduleLoadList.join("\\n")))',
)}`;

test.concurrent.each(["plain", "--minify"])(
  "starts a bundle without what it does not use of Node (%s)",
  async (flag) => {
    using folder = project({ resources: [command("greet", "echo hello")] });
    const flags = flag === "plain" ? [] : [flag];
    expect((await flowcHere(["build", ".", "-o", "out", ...flags], { cwd: folder.path })).code).toBe(0);
    const bundle = join(folder.path, "out", "sample.mjs");
    expect(readFileSync(bundle, "utf8")).not.toMatch(/^import\b/m);
    const env = { ...process.env, NODE_OPTIONS: `--import=${listModules}`, FORCE_COLOR: "0" };
    const { stdout, stderr, code } = await runProgram(bundle, [], { env });
    expect({ stdout, code }).toEqual({ stdout: "hello\n", code: 0 });
    const loaded = stderr.split("\n");
    expect(loaded).toContain("NativeModule child_process");
    for (const name of ["internal/fs/promises", "internal/readline/interface", "internal/crypto/webcrypto"])
      expect(loaded).not.toContain(`NativeModule ${name}`);
  },
);
