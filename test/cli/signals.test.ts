import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { killTagged, newTag, tagged, untilTagged } from "../runtime-lib/exec/processes.ts";
import { eventsOf, flowc, flowcProgram, runProgram } from "../support/flowc.ts";
import { command, project } from "./project.ts";

// A signal ends the run, its whole process tree, and the exit code is 128 and the signal (spec section 4).

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/** A command with a grandchild that has the tag in its command line. */
function sleeper(tag: string, trap = "") {
  return {
    resources: [
      command("main", `${trap} sh -c "${trap} sleep ${tag}; true" & sleep ${tag}; wait`),
      command("next", "echo next", { requires: ["main"] }),
    ],
  };
}

describe.concurrent.each(signals)("%s", (signal, exitCode) => {
  test.each(["flowc run", "the bundle"])(`to %s ends every child and exits ${exitCode}`, async (which) => {
    const tag = newTag();
    using folder = project(sleeper(tag));
    const bundle = join(folder.path, "dist", "sample.mjs");
    if (which === "the bundle") expect((await flowc(["build", "."], { cwd: folder.path })).code).toBe(0);
    const [program, args] = which === "the bundle" ? [bundle, ["--events"]] : [flowcProgram, ["run", ".", "--events"]];
    let kill = (): unknown => undefined;
    const ended = runProgram(program, args, {
      cwd: folder.path,
      env: { ...process.env, XDG_CACHE_HOME: join(folder.path, "cache") },
      started: (child) => {
        kill = () => child.kill(signal);
      },
    });
    try {
      await untilTagged(tag, 3);
      kill();
      const { stdout, stderr, code } = await ended;
      expect(code).toBe(exitCode);
      expect(stdout).toBe("");
      expect(tagged(tag)).toEqual([]);
      const kinds = eventsOf(stderr).map(({ event, actionId = "" }) => `${event} ${actionId}`.trim());
      expect(kinds).toEqual([
        "workflow.started",
        "resource.started main",
        "resource.failed main",
        "resource.skipped next",
        "workflow.failed",
      ]);
      expect(eventsOf(stderr).at(-1)?.["message"]).toContain(signal);
    } finally {
      killTagged(tag);
    }
  });

  test("children that ignore it are killed two seconds later", async () => {
    const tag = newTag();
    using folder = project(sleeper(tag, "trap '' INT TERM;"));
    let kill = (): unknown => undefined;
    const ended = flowc(["run", "."], {
      cwd: folder.path,
      started: (child) => {
        kill = () => child.kill(signal);
      },
    });
    try {
      await untilTagged(tag, 3);
      const start = performance.now();
      kill();
      const { stderr, code } = await ended;
      const seconds = (performance.now() - start) / 1000;
      expect(code).toBe(exitCode);
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
      expect(seconds).toBeGreaterThan(1.5);
      expect(seconds).toBeLessThan(10);
      expect(tagged(tag)).toEqual([]);
    } finally {
      killTagged(tag);
    }
  });
});

test.concurrent("a cancelled run never exits 0, even where onError would go on", async () => {
  const tag = newTag();
  using folder = project({
    resources: [
      command("main", `sleep ${tag}`, { onError: { action: "continue", fallback: "fine" } }),
      command("next", "echo next", { requires: ["main"] }),
    ],
  });
  let kill = (): unknown => undefined;
  const ended = flowc(["run", "."], {
    cwd: folder.path,
    started: (child) => {
      kill = () => child.kill("SIGTERM");
    },
  });
  await untilTagged(tag, 1);
  kill();
  const { stdout, code } = await ended;
  expect(code).toBe(143);
  expect(stdout).toBe("");
});

test.concurrent("a signal during the delay of a retry ends the run at once", async () => {
  using folder = project({
    resources: [command("main", "exit 1", { onError: { action: "retry", maxRetries: 3, retryDelay: "10m" } })],
  });
  // Else the test would take longer than it may.
  const { stderr, code } = await flowc(["run", ".", "--events"], {
    cwd: folder.path,
    started: (child) =>
      child.stderr?.on("data", (text: string) => {
        if (text.includes("resource.retrying")) child.kill("SIGINT");
      }),
  });
  expect(code).toBe(130);
  expect(eventsOf(stderr).at(-1)?.["event"]).toBe("workflow.failed");
});

test.concurrent("the workflow's timeout leaves no process behind", async () => {
  const tag = newTag();
  using folder = project({ ...sleeper(tag, "trap '' TERM;"), settings: { timeout: "500ms" } });
  try {
    expect((await flowc(["run", "."], { cwd: folder.path })).code).toBe(124);
    expect(tagged(tag)).toEqual([]);
  } finally {
    killTagged(tag);
  }
});
