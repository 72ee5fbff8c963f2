import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { flowcHere } from "../../support/flowc.ts";
import { command, oneSentence, project } from "../project.ts";

const resources = [command("main", "true")];

test.each([
  [["."], ["--port", "70000"], '--port takes a number up to 65535, not "70000"'],
  [["."], ["--port", "x"], '--port takes a number up to 65535, not "x"'],
  [["."], ["--env-file", "missing.env"], "cannot read the env file missing.env: no such file or folder"],
  [["nosuch"], [], "nosuch"],
  [[], [], "dev needs"],
])("flowc dev %j %j is refused", async (paths, options, message) => {
  using folder = project({ resources });
  const { code, stderr } = await flowcHere(["dev", ...paths, ...options], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toMatch(oneSentence);
  expect(stderr).toContain(message);
});

test("a port that is taken is refused", async () => {
  using folder = project({ resources });
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await flowcHere(["dev", ".", "--port", String(port)], { cwd: folder.path });
  server.close();
  expect(code).toBe(2);
  expect(stderr).toMatch(oneSentence);
  expect(stderr).toContain(`cannot listen on port ${port}: `);
});
