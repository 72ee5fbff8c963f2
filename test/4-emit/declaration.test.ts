import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc, root } from "../support/flowc.ts";

// A bundle's declaration is a text of its own, for users have no source of the runtime library. It must name the options
// that this takes, and no others; here TypeScript holds one against the other.

const holding = `import type { CompiledWorkflow } from ${JSON.stringify(join(root, "runtime-lib", "run", "workflow.ts"))};
import type * as bundle from "./hello.mjs";

/** Keys that only one of two types has. */
type Other<One, Two> = Exclude<keyof One, keyof Two> | Exclude<keyof Two, keyof One>;
type OptionsOf<Call extends (...given: never[]) => unknown, At extends number = 0> = NonNullable<Parameters<Call>[At]>;
type RunOptions = OptionsOf<CompiledWorkflow["run"]>;

/** Takes a type for which there is no value. */
const none = <_Nothing extends never>(): void => undefined;
none<Other<bundle.RunOptions, RunOptions>>();
none<Other<bundle.RunRequest, NonNullable<RunOptions["request"]>>>();
none<Other<OptionsOf<typeof bundle.serve>, OptionsOf<CompiledWorkflow["serve"]>>>();
none<Other<OptionsOf<typeof bundle.tool.call, 1>, OptionsOf<CompiledWorkflow["tool"]["call"], 1>>>();
none<Other<typeof bundle, CompiledWorkflow>>();
// @ts-expect-error: that it finds something
none<Other<bundle.RunOptions, bundle.RunRequest>>();
`;

test("the declaration of a bundle names the options that the runtime library takes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "flowc-declaration-"));
  try {
    const built = await flowc(["build", join(root, "examples", "hello"), "-o", folder]);
    expect(built.code).toBe(0);
    expect(readFileSync(join(folder, "hello.d.mts"), "utf8")).toContain("export interface RunOptions");
    writeFileSync(join(folder, "holding.mts"), holding);
    const compilerOptions = { typeRoots: [join(root, "node_modules", "@types")] };
    const settings = { extends: join(root, "tsconfig.json"), include: ["holding.mts"], exclude: [], compilerOptions };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
