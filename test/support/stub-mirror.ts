import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Base } from "./image-root.ts";
import { hasProgram } from "./programs.ts";
import { serve } from "./server.ts";

/** A mirror of Debian and of Python's index, which is a proxy as well. */
export interface Mirror {
  readonly url: string;
  /** What it was asked for: paths, and whole addresses where it was asked as a proxy. */
  readonly asked: string[];
  /** The folder of the wheels that it offers. */
  readonly wheels: string;
  /** What a base has that installs from it. */
  readonly base: Base;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Offers packages of these names, each with a program of that name. Undefined where this machine cannot make or install them. */
export async function startMirror(folder: string, names: readonly string[]): Promise<Mirror | undefined> {
  const stdlib = systemPython();
  if (stdlib === undefined || !["apt-get", "dpkg-deb", "dpkg"].every(hasProgram)) return undefined;
  const [pool, wheels] = [join(folder, "pool"), join(folder, "wheels")];
  for (const path of [pool, wheels]) mkdirSync(path);
  const packages = names.map((name) => makeDeb(pool, name)).join("\n");
  const release = releaseOf(packages);
  const asked: string[] = [];
  const server = await serve(({ path }, response) => {
    asked.push(path);
    const wanted = path.replace(/^http:\/\/[^/]+/, "");
    const file = wanted.split("/").at(-1) ?? "";
    if (wanted === "/simple/flowc-sample/") {
      response.setHeader("content-type", "text/html");
      return readdirSync(wheels)
        .map((name) => `<a href="/wheels/${name}">${name}</a>`)
        .join("\n");
    }
    if (wanted.endsWith("/Release")) return release;
    if (wanted.endsWith("/Packages")) return packages;
    if (wanted.startsWith("/debian/pool/")) return readFileSync(join(pool, file));
    if (wanted.startsWith("/wheels/")) return readFileSync(join(wheels, file));
    response.statusCode = 404;
    return "";
  });
  const programs = [
    "apt-get",
    "apt-config",
    "dpkg",
    "dpkg-deb",
    "dpkg-split",
    "tar",
    "xz",
    "rm",
    "sed",
    "find",
    "python3",
  ];
  const more = ["ldconfig", "start-stop-daemon", "diff", "mkdir", "chmod", "touch", "env", "gpgv"].filter(hasProgram);
  const folders = [
    stdlib,
    "/usr/lib/apt/methods",
    "/usr/share/dpkg",
    ...["/usr/share/python-wheels"].filter(existsSync),
  ];
  return {
    url: server.url,
    asked,
    wheels,
    base: { programs: [...programs, ...more], folders, files: filesOfApt },
    [Symbol.asyncDispose]: server.close,
  };
}

/** Apt's own folders, the sources of Debian, whose stub nobody has signed, and no account of its own. */
const filesOfApt = {
  "/etc/apt/sources.list": "deb [trusted=yes] http://deb.debian.org/debian stub main\n",
  "/etc/apt/apt.conf": 'APT::Sandbox::User "root";\n',
  "/var/lib/dpkg/status": "",
  ...Object.fromEntries(
    [
      ...["/etc/apt/apt.conf.d/", "/etc/apt/preferences.d/", "/etc/apt/sources.list.d/", "/etc/dpkg/", "/var/log/apt/"],
      ...["/var/lib/dpkg/info/", "/var/lib/dpkg/updates/", "/var/lib/dpkg/triggers/"],
      ...["/var/lib/apt/lists/partial/", "/var/cache/apt/archives/partial/"],
    ].map((folder) => [folder, ""]),
  ),
};

/** Makes the package, and gives its paragraph of the index. */
function makeDeb(pool: string, name: string): string {
  const tree = join(pool, `${name}.tree`);
  mkdirSync(join(tree, "DEBIAN"), { recursive: true });
  mkdirSync(join(tree, "usr", "share", name), { recursive: true });
  const control = [`Package: ${name}`, "Version: 1.0", "Architecture: all", "Maintainer: test <test@example.org>"];
  const text = [...control, "Description: stub"].join("\n");
  writeFileSync(join(tree, "DEBIAN", "control"), `${text}\n`);
  // Python is the machine's own: what is installed in its name is empty.
  if (!name.startsWith("python")) {
    mkdirSync(join(tree, "usr", "bin"));
    writeFileSync(join(tree, "usr", "bin", name), `#!/bin/sh\necho stub of ${name}\n`, { mode: 0o755 });
  }
  const file = join(pool, `${name}_1.0_all.deb`);
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", tree, file], { stdio: "ignore" });
  const bytes = readFileSync(file);
  return `${text}\nFilename: pool/${name}_1.0_all.deb\nSize: ${bytes.length}\nSHA256: ${sha256(bytes)}\n`;
}

function releaseOf(packages: string): string {
  const index = ["all", process.arch === "x64" ? "amd64" : process.arch].map(
    (name) => ` ${sha256(packages)} ${Buffer.byteLength(packages)} main/binary-${name}/Packages\n`,
  );
  const head = "Origin: stub\nSuite: stub\nCodename: stub\nComponents: main\nArchitectures: all amd64 arm64\n";
  return `${head}Date: ${new Date().toUTCString()}\nSHA256:\n${index.join("")}`;
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The standard library of the system's Python, where it can make virtual environments. */
export function systemPython(): string | undefined {
  const script = "import ensurepip, sysconfig, venv; print(sysconfig.get_path('stdlib'))";
  const { status, stdout } = spawnSync("/usr/bin/python3", ["-c", script], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
