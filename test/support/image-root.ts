import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a root has beside Node, `sh` and `install`. All of it is this machine's. */
export interface Base {
  /** Programs of the base image, or that the Dockerfile would install. */
  readonly programs?: readonly string[];
  readonly folders?: readonly string[];
  /** Texts of files by their paths; a path that ends with a slash is an empty folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Programs that do nothing: those that would install the others. */
  readonly idle?: readonly string[];
  /** The environment of RUN. */
  readonly environment?: NodeJS.ProcessEnv;
}

export const basePath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Makes what node:slim brings, made small and without Node itself, of this machine's programs and the libraries that they load. */
export function makeRoot(root: string, { programs = [], folders = [], files = {}, idle = [] }: Base): void {
  for (const folder of ["app", "bin", "dev", "proc", "tmp", "home/node", "etc", "usr/bin", "usr/local/bin"])
    mkdirSync(join(root, folder), { recursive: true });
  execFileSync("chown", ["1000:1000", join(root, "home/node")]);
  execFileSync("chmod", ["1777", join(root, "tmp")]);
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n");
  for (const name of idle) writeFileSync(join(root, "usr/bin", name), "#!/bin/sh\n", { mode: 0o755 });
  for (const path of folders) copyInto(root, path);
  for (const name of ["__pycache__", "test", "idlelib"])
    execFileSync("find", [
      root,
      "-type",
      "d",
      "-name",
      name,
      "-path",
      "*/python3*",
      "-prune",
      "-exec",
      "rm",
      "-r",
      "{}",
      "+",
    ]);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(path.endsWith("/") ? join(root, path) : dirname(join(root, path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(root, path), text);
  }
  const loaded = folders.flatMap((path) =>
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .map((name) => join(path, name))
      .filter((name) => name.endsWith(".so") || /\/apt\/methods\/\w+$/.test(name)),
  );
  const found = ["sh", "install", ...programs].map(which);
  for (const library of libraries([process.execPath, ...found, ...loaded])) copyInto(root, library);
  for (const path of found) copyInto(root, path, path.replace(/^\/(s?bin)/, "/usr/$1"));
  copyInto(root, which("sh"), "/bin/sh");
}

/** Copies a file or a folder to its own place in the root, or to another. */
export function copyInto(root: string, from: string, to = from): void {
  const place = join(root, to);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  execFileSync("cp", ["-R", "--dereference", "--preserve=mode", from, place]);
}

/** Some programs are scripts, which load none. */
function libraries(programs: readonly string[]): readonly string[] {
  const listed = programs.flatMap((program) => {
    try {
      return [execFileSync("ldd", [program], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })];
    } catch {
      return [];
    }
  });
  const found = [...listed.join("\n").matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].map(([, path = ""]) => path);
  return [...new Set(found)];
}

function which(name: string): string {
  const path = ["/bin", "/usr/bin", "/sbin", "/usr/sbin"].map((bin) => join(bin, name)).find(existsSync);
  if (path === undefined) throw new Error(`this machine has no ${name}`);
  return path;
}
