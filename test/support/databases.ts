import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A database server of the tests' own: 127.0.0.1, a free port, a folder that goes with it. */
export interface Server {
  /** With user, password and database. */
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

const password = "correct horse";

/** Starts PostgreSQL; undefined where it is not installed. */
export async function startPostgres(): Promise<Server | undefined> {
  const bin = [...postgresFolders(), ...pathFolders()].find((folder) => existsSync(join(folder, "initdb")));
  if (bin === undefined || !existsSync(join(bin, "postgres"))) return undefined;
  const folder = serverFolder("pg");
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  asUser("sh", ["-c", `printf %s "$1" > "$2"`, "sh", password, passwordFile]);
  asUser(join(bin, "initdb"), [
    "-D",
    data,
    "-U",
    "flowc",
    "--pwfile",
    passwordFile,
    "-A",
    "scram-sha-256",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "deadlock_timeout=100ms",
  ];
  const child = startServer(join(bin, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])]);
  const url = `postgres://flowc:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const { Client } = (await import("pg")).default;
  await untilReady(child, async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.end();
  });
  return { url, port, process: child, stop: () => stopServer(child, "SIGINT", folder) };
}

/** Starts MariaDB or MySQL; undefined where it is not installed. */
export async function startMysql(): Promise<Server | undefined> {
  const install = program("mariadb-install-db");
  const server = program("mariadbd");
  if (install === undefined || server === undefined) return undefined;
  const folder = serverFolder("maria");
  const data = join(folder, "data");
  asUser(install, ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"]);
  const port = await freePort();
  const child = startServer(server, [
    "--no-defaults",
    `--datadir=${data}`,
    `--socket=${join(folder, "socket")}`,
    `--pid-file=${join(folder, "pid")}`,
    "--bind-address=127.0.0.1",
    `--port=${port}`,
    "--innodb-flush-log-at-trx-commit=0",
    "--skip-log-bin",
  ]);
  const { default: mysql } = await import("mysql2/promise");
  await untilReady(child, async () => {
    const connection = await mysql.createConnection({ host: "127.0.0.1", port, user: "root" });
    await connection.query("CREATE DATABASE IF NOT EXISTS flowc");
    await connection.query(`CREATE USER IF NOT EXISTS flowc@'127.0.0.1' IDENTIFIED BY '${password}'`);
    await connection.query("GRANT ALL ON *.* TO flowc@'127.0.0.1'");
    await connection.end();
  });
  const url = `mysql://flowc:${encodeURIComponent(password)}@127.0.0.1:${port}/flowc`;
  return { url, port, process: child, stop: () => stopServer(child, "SIGTERM", folder) };
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Servers refuse to run as root: a user without rights does it then. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : [];

function asUser(command: string, args: readonly string[]): void {
  const [first = "", ...rest] = [...user, command, ...args];
  const { status, stderr, stdout, error } = spawnSync(first, rest, { encoding: "utf8", cwd: "/" });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? (stderr || stdout)}`);
}

function startServer(command: string, args: readonly string[]): ChildProcess {
  const [first = "", ...rest] = [...user, command, ...args];
  return spawn(first, rest, { cwd: "/", stdio: "ignore" });
}

async function untilReady(child: ChildProcess, attempt: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + 50_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stopServer(child: ChildProcess, signal: NodeJS.Signals, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(timer);
  }
  rmSync(folder, { recursive: true, force: true });
}

function serverFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `flowc-${name}-`));
  if (isRoot) chmodSync(folder, 0o777);
  return folder;
}

function postgresFolders(): string[] {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin"));
}

function pathFolders(): string[] {
  return [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"].filter((folder) => folder !== "");
}

function program(name: string): string | undefined {
  return pathFolders()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
