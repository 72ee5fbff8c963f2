import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hello, project } from "../../cli/project.ts";
import { flowcHere, temporaryFolder } from "../../support/flowc.ts";
import { hasProgram } from "../../support/programs.ts";

const epoch = "1700000000";

/** Asks a buildah that knows only what lies in this folder. */
function buildah(folder: string, ...args: readonly string[]) {
  const store = ["--root", join(folder, "root"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  return spawnSync("buildah", [...store, ...args], { encoding: "utf8", env: { ...process.env, HOME: folder } });
}

/** True where this machine lets one make containers: Linux, as root, with Debian's buildah or the like. */
function makesImages(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !hasProgram("buildah")) return false;
  using store = temporaryFolder();
  const container = buildah(store.path, "from", "scratch");
  if (container.status !== 0) return false;
  const mounted = buildah(store.path, "mount", container.stdout.trim());
  buildah(store.path, "rm", "--all");
  return mounted.status === 0;
}

/** Builds the workflow's files and of them an image on nothing, in a store of its own; gives the image's digest. */
async function imageOf(workflow: string, ...options: readonly string[]): Promise<string> {
  using store = temporaryFolder();
  const out = join(store.path, "out");
  const args = ["build", workflow, "--docker", "-o", out];
  const { code, stderr } = await flowcHere(args, { env: { SOURCE_DATE_EPOCH: epoch } });
  expect(code, stderr).toBe(0);
  const file = join(store.path, "image");
  const how = ["--isolation", "chroot", "--from", "scratch", "--iidfile", file, ...options];
  const made = buildah(store.path, "build", ...how, out);
  expect(made.status, made.stderr).toBe(0);
  return readFileSync(file, "utf8");
}

test.skipIf(!makesImages())("the image of a build is the same in another folder, at another time", async () => {
  using folder = project(hello);
  const [first, second] = [
    await imageOf(folder.path, "--timestamp", epoch),
    await imageOf(folder.path, "--timestamp", epoch),
  ];
  expect(first).toMatch(/^sha256:[\da-f]{64}$/);
  expect(second).toBe(first);
  // That the time goes into an image, so that these two say something.
  expect(await imageOf(folder.path, "--timestamp", "1700000001")).not.toBe(first);
});
