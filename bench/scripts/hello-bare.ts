import { spawn } from "node:child_process";

// What examples/hello does, written by hand with nothing but Node.
const child = spawn("/bin/sh", ["-c", 'echo "Hello, $NAME!"'], {
  env: { ...process.env, NAME: process.argv[2] ?? "world" },
  timeout: 5_000,
  stdio: ["ignore", "pipe", "pipe"],
});
const stdout: Buffer[] = [];
const stderr: Buffer[] = [];
child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
child.on("close", (code) => {
  process.stdout.write(Buffer.concat(stdout));
  if (code === 0) return;
  process.stderr.write(Buffer.concat(stderr));
  process.exitCode = 1;
});
