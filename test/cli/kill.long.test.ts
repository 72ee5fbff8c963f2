import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { killTagged, newTag, sleep, tagged, untilTagged } from "../runtime-lib/exec/processes.ts";
import { flowc, flowcProgram, runProgram, testCache } from "../support/flowc.ts";
import { command, hello, project } from "./project.ts";
import { startService, until } from "./serve/service.ts";

// What is left behind by a program that nobody could ask to clean up.

describe.skipIf(process.platform === "win32")("SIGKILL", () => {
  const inGroup = (tag: string) => command("main", `sh -c "sleep ${tag}; true" & sleep ${tag}; wait`);
  const byItself = (tag: string) => command("main", "sleep", { exec: { command: "sleep", args: [tag] } });
  const away = (tag: string) => command("main", `setsid sleep ${tag} & sleep ${tag}`);
  const python = (tag: string) => ({
    actionId: "main",
    python: { script: `import subprocess\nsubprocess.run(["sleep", "${tag}"])` },
  });

  test.each([
    ["flowc run", "a script", inGroup, 3],
    ["the bundle", "a script", inGroup, 3],
    ["the bundle", "a program", byItself, 1],
    ["the bundle", "python", python, 1],
    ...(process.platform === "linux" ? ([["the bundle", "a process of another session", away, 3]] as const) : []),
  ] as const)("of %s ends the children of %s", async (which, _what, resource, count) => {
    const tag = newTag();
    using folder = project({ resources: [resource(tag)] });
    if (which === "the bundle") expect((await flowc(["build", "."], { cwd: folder.path })).code).toBe(0);
    const [program, args] = which === "the bundle" ? ["dist/sample.mjs", []] : [flowcProgram, ["run", "."]];
    let kill = (): unknown => undefined;
    const ended = runProgram(program, args, {
      cwd: folder.path,
      env: { ...process.env, XDG_CACHE_HOME: testCache },
      started: (child) => {
        kill = () => child.kill("SIGKILL");
      },
    });
    try {
      await untilTagged(tag, count);
      // Commands of the last moment may be left: they are watched over from a little later on.
      await sleep(300);
      kill();
      await until(() => tagged(tag).length === 0);
      expect((await ended).signal).toBe("SIGKILL");
    } finally {
      killTagged(tag);
    }
  });
});

describe.skipIf(process.platform === "win32")("a second signal", () => {
  test("removes the files that a request has brought", async () => {
    const tag = newTag();
    using uploads = project(hello);
    const validations = { routes: ["/up"], methods: ["POST"] };
    await using service = await startService(
      {
        settings: { apiServer: { routes: [{ path: "/up", methods: ["POST"] }] } },
        resources: [command("main", `sleep ${tag}`, { validations })],
      },
      { env: { TMPDIR: uploads.path } },
    );
    const form = new FormData();
    form.append("file", new File(["content"], "a.txt"));
    const answer = fetch(`${service.url}/up`, { method: "POST", body: form }).catch(() => undefined);
    try {
      await untilTagged(tag, 1);
      const folders = () => readdirSync(uploads.path).filter((name) => name.startsWith("flowc-upload-"));
      expect(folders()).toHaveLength(1);
      service.child.kill("SIGTERM");
      await new Promise((done) => setTimeout(done, 200));
      service.child.kill("SIGTERM");
      expect((await service.ended()).code).toBe(143);
      expect(folders()).toEqual([]);
      await until(() => tagged(tag).length === 0);
      await answer;
    } finally {
      killTagged(tag);
    }
  });
});

describe("what a killed build has left", () => {
  test("goes with the next one; what is somebody else's, or of a build that runs, stays", async () => {
    using folder = project(hello);
    const dist = join(folder.path, "dist");
    mkdirSync(dist);
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const left = [`.hello.mjs.${pid}.flowc-tmp`, `.other.d.mts.${pid}.flowc-tmp`];
    const stays = [
      `.hello.mjs.${process.pid}.flowc-tmp`,
      `.hello.mjs.${pid}.tmp`,
      `hello.mjs.${pid}.flowc-tmp`,
      `.${pid}.flowc-tmp`,
      "notes.tmp",
    ];
    for (const name of [...left, ...stays]) writeFileSync(join(dist, name), "half");
    mkdirSync(join(dist, `.folder.${pid}.flowc-tmp`));
    expect((await flowc(["build", "."], { cwd: folder.path })).code).toBe(0);
    const files = readdirSync(dist);
    expect(files.filter((name) => left.includes(name))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining([...stays, `.folder.${pid}.flowc-tmp`, "hello.mjs"]));
  });

  test("is what the next build finds: a build that is killed while it writes", async () => {
    using folder = project(hello);
    const dist = join(folder.path, "dist");
    const isLeft = () => existsSync(dist) && readdirSync(dist).some((name) => name.endsWith(".flowc-tmp"));
    // It dies where everything is written aside and nothing is renamed yet.
    const preload = join(folder.path, "preload.cjs");
    writeFileSync(
      preload,
      `const fs = require("node:fs");
      const { renameSync } = fs;
      fs.renameSync = (from, to) => {
        if (from.endsWith("-tmp")) process.kill(process.pid, "SIGKILL");
        renameSync(from, to);
      };
      require("node:module").syncBuiltinESMExports();`,
    );
    const env = { NODE_OPTIONS: `--require=${preload}` };
    const killed = await flowc(["build", "."], { cwd: folder.path, env });
    expect(killed.signal).toBe("SIGKILL");
    expect(isLeft()).toBe(true);
    expect((await flowc(["build", "."], { cwd: folder.path })).code).toBe(0);
    expect(isLeft()).toBe(false);
  });
});
