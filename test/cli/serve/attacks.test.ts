import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere } from "../../support/flowc.ts";
import { project } from "../project.ts";
import { raw, startService } from "./service.ts";

/** A server that runs a script with something of the request in it. */
const running = (script: string) => `metadata: { name: files }
settings:
  targetActionId: show
  timeout: 10s
  apiServer: { routes: [{ path: "/f/:name", methods: [GET] }] }
resources:
  - actionId: run
    exec: { command: "echo ${script}" }
  - actionId: show
    requires: [run]
    apiResponse: { response: "{{ get('run') }}" }
`;
/** A blank is not part of a path; a tab is none either, but `<` and `>` are. */
const attack = "GET /f/;echo>marker; HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

async function check(workflow: string) {
  using folder = project(workflow);
  return await flowcHere(["check", "--strict", "."], { cwd: folder.path });
}

describe.concurrent("the path of a request in a script", () => {
  test("is reported, for a request can run a command with it", async () => {
    const open = running("{{ info('path') }}");
    const { code, stderr, stdout } = await check(open);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      `workflow.yaml:8:31: warning: "info('path')" brings the path of the request into the shell script unquoted [shell-injection]`,
    );
    await using service = await startService(open);
    await raw(service.port, attack);
    expect(existsSync(join(service.folder, "marker"))).toBe(true);
  });

  test("is not reported in quote(…), where it is one word", async () => {
    const safe = running("{{ quote(info('path')) }}");
    expect((await check(safe)).code).toBe(0);
    await using service = await startService(safe);
    const answer = await raw(service.port, attack);
    expect(answer).toContain('"response":"/f/;echo>marker;"');
    expect(existsSync(join(service.folder, "marker"))).toBe(false);
  });
});
