import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
app.post("/greetings", async (c) => {
  const b = await c.req.json();
  return c.json({ success: true, response: { greeting: `Hello, ${b.name}!` } });
});
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
process.on("SIGTERM", () => process.exit(0));
