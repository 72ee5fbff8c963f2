import { spawn } from "node:child_process";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

// The same two routes by hand: parses and answers JSON; runs a command and answers what it prints.
const app = new Hono();
app.post("/greetings", async (context) => {
  const { name } = await context.req.json();
  return context.json({ success: true, response: { greeting: `Hello, ${name}!` } });
});
app.post("/run", async (context) => {
  await context.req.json();
  const response = await new Promise((resolve, reject) => {
    const child = spawn("echo", ["done"], { stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.resume();
    child.on("error", reject);
    child.on("close", () => resolve(stdout.trimEnd()));
  });
  return context.json({ success: true, response });
});
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => console.error(`http://127.0.0.1:${port}`));
