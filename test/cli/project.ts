import { spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/flowc.ts";

/** A resource in the short form; JSON is YAML. */
export type Resource = Readonly<Record<string, unknown>>;

/** A resource that runs a shell command. */
export function command(actionId: string, script: string, more: Resource = {}): Resource {
  return { actionId, exec: { command: script }, ...more };
}

export interface WorkflowParts {
  readonly name?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly resources: readonly Resource[];
}

/** The text of a workflow whose target is its last resource. */
export function workflowText({ name = "sample", settings = {}, resources }: WorkflowParts): string {
  const targetActionId = resources.at(-1)?.["actionId"];
  return JSON.stringify(
    { metadata: { name }, settings: { targetActionId, timeout: "10m", ...settings }, resources },
    null,
    2,
  );
}

/** A temporary folder with a workflow and other files; removed at the end of the scope. */
export function project(workflow: WorkflowParts | string, files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const text = typeof workflow === "string" ? workflow : workflowText(workflow);
  for (const [name, content] of Object.entries({ "workflow.yaml": text, ...files })) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), content);
  }
  return folder;
}

/** Copies a folder to a new temporary one. */
export function copyOf(folder: string) {
  const copy = temporaryFolder();
  cpSync(folder, copy.path, { recursive: true });
  return copy;
}

/** A workflow of one command that prints hello. */
export const hello: WorkflowParts = { name: "hello", resources: [command("main", "echo hello")] };

/** The one line that a usage error is. */
export const oneSentence = /^error: [^\n]+\n$/;

/** A program whose standard error is not read until its `read` is called. */
export function startUnread(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const ended = new Promise<number | null>((resolve) => void child.on("exit", resolve));
  const closed = new Promise<void>((resolve) => void child.on("close", () => resolve()));
  return {
    child,
    read: () =>
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      }),
    ended,
    outcome: async () => {
      const code = await ended;
      await closed;
      return { code, stdout, stderr };
    },
  };
}
