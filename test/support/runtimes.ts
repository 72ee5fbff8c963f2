import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./flowc.ts";
import { nodeProgram } from "./nodes.ts";

/** What bundles run under: versions of Node, and others that run its modules. */
export const runtimes = [22, 24, 26, "bun", "deno"] as const;
export type Runtime = (typeof runtimes)[number];

/** A program that runs a bundle, with the arguments that stand before the bundle's path. */
export interface RuntimeProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** Without these variables it starts no other programs. */
  readonly env: NodeJS.ProcessEnv;
}

/** The program of a runtime; undefined where `npm run nodes` could not install it. */
export function runtimeProgram(runtime: Runtime): RuntimeProgram | undefined {
  if (typeof runtime === "number") {
    const program = nodeProgram(runtime);
    return program === undefined ? undefined : { program, args: [], env: {} };
  }
  const { file, args, env } = others[runtime];
  const program = join(root, "test", "nodes", "node_modules", file);
  return existsSync(program) ? { program, args, env } : undefined;
}

/** As a person calls it. */
export function runtimeName(runtime: Runtime): string {
  return typeof runtime === "number" ? `Node ${runtime}` : others[runtime].name;
}

const others = {
  bun: { name: "Bun", file: "@oven/bun-linux-x64/bin/bun", args: [], env: {} },
  // Deno has no list of folders of its own where PATH is missing.
  deno: {
    name: "Deno",
    file: "@deno/linux-x64-glibc/deno",
    args: ["run", "--no-config", "-A"],
    env: { PATH: "/usr/bin:/bin" },
  },
} as const;
