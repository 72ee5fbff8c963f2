import { execa } from "execa";

// What examples/hello does, written by hand with execa.
const { stdout } = await execa("/bin/sh", ["-c", 'echo "Hello, $NAME!"'], {
  env: { NAME: process.argv[2] ?? "world" },
  timeout: 5_000,
  stdin: "ignore",
});
process.stdout.write(`${stdout}\n`);
