import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { eventsOf, flowc, flowcHere, temporaryFolder } from "../support/flowc.ts";
import { serveModel } from "../support/model.ts";
import { serve } from "../support/server.ts";
import { command, project, type Resource, type WorkflowParts } from "./project.ts";

const inputs = [{ name: "given", type: "any" }];

function manifest(name: string, resources: readonly Resource[]): string {
  return JSON.stringify({ metadata: { name }, interface: { inputs }, resources });
}

/** A workflow that calls these resources as a component: of its own, or of a component of its own. */
function calling(depth: number, resources: readonly Resource[], settings: WorkflowParts["settings"] = {}) {
  const call = { actionId: "call", component: { name: "outer", with: { given: "{{ 'some' + 'thing' }}" } } };
  const inner = { actionId: "nested", component: { name: "inner", with: { given: "{{ get('given') }}" } } };
  const files: Readonly<Record<string, string>> =
    depth === 1
      ? { "components/outer/component.yaml": manifest("outer", resources) }
      : {
          "components/outer/component.yaml": manifest("outer", [inner]),
          "components/outer/components/inner/component.yaml": manifest("inner", resources),
        };
  return project({ settings, resources: [call] }, files);
}

/** A resource that answers with a value; what it reads runs before. */
function answer(response: unknown, requires: readonly string[] = []): Resource {
  return { actionId: "answer", requires, apiResponse: { response: { value: response } } };
}

/** Runs them and gives the value, or all that went wrong. */
async function valueFrom(folder: { readonly path: string }, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { stdout, stderr, code } = await flowc(["run", "."], { cwd: folder.path, env });
  return code === 0 && stderr === "" ? JSON.parse(stdout).response.value : { code, stderr };
}

describe.concurrent.each([1, 2])("in a component %i deep", (depth) => {
  test("exec runs, with the environment of the workflow, and its fields are read", async () => {
    using folder = calling(
      depth,
      [
        {
          actionId: "sh",
          exec: {
            command: 'echo "$GREETING $1 $OWN"; echo careful >&2; exit 3',
            args: ["{{ get('given') }}"],
            env: { OWN: "own" },
          },
        },
        answer(
          ["{{ exec.stdout('sh') }}", "{{ exec.stderr('sh') }}", "{{ exec.exitCode('sh') }}", "{{ output('sh') }}"],
          ["sh"],
        ),
      ],
      { agentSettings: { env: { GREETING: "hello" } } },
    );
    const text = "hello something own";
    expect(await valueFrom(folder)).toEqual([text, "careful", 3, text]);
  });

  test("httpClient asks over the connection of the whole run, and its fields are read", async () => {
    const ports = new Set<number | undefined>();
    await using server = await serve((request, response) => {
      ports.add(response.socket?.remotePort);
      response.setHeader("x-seen", request.path);
      return { n: ports.size };
    });
    const ask = (actionId: string, requires: readonly string[]) => ({
      actionId,
      requires,
      httpClient: { url: `${server.url}/${actionId}`, timeout: "10s" },
    });
    using folder = calling(depth, [
      ask("first", []),
      ask("second", ["first"]),
      answer(
        [
          "{{ http.status('first') }}",
          "{{ http.header('second', 'x-seen') }}",
          "{{ http.body('second') }}",
          "{{ get('first').n }}",
        ],
        ["first", "second"],
      ),
    ]);
    expect(await valueFrom(folder)).toEqual([200, "/second", { n: 1 }, 1]);
  });

  test("chat asks its model and runs the tools of the component, which ask in turn", async () => {
    await using server = await serve(() => "sunny");
    await using model = await serveModel({ calls: [{ name: "look", arguments: { city: "Rome" } }] }, "all is well");
    using folder = calling(depth, [
      { actionId: "weather", httpClient: { url: `${server.url}/{{ urlencode(get('city')) }}`, timeout: "10s" } },
      {
        actionId: "ask",
        chat: {
          model: "m",
          prompt: "How is {{ get('given') }}?",
          timeout: "10s",
          tools: [{ name: "look", script: "weather", parameters: { city: { type: "string", required: true } } }],
        },
      },
      answer(["{{ get('ask') }}", "{{ get('ask').usage.totalTokens }}"], ["ask"]),
    ]);
    const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-1234567890" };
    expect(await valueFrom(folder, env)).toEqual(["all is well", 30]);
    expect(server.seen.map(({ path }) => path)).toEqual(["/Rome"]);
    expect(model.asked()[0].messages.at(-1).content).toBe("How is something?");
  });

  test("python runs with its inputs", async () => {
    using folder = calling(depth, [
      {
        actionId: "py",
        python: {
          script: "import json\nprint(json.dumps(inputs['given'] * 2))",
          inputs: { given: "{{ get('given') }}" },
          timeout: "30s",
        },
      },
      answer("{{ get('py') }}", ["py"]),
    ]);
    expect(await valueFrom(folder)).toBe("somethingsomething");
  });

  test("memory stores and retrieves, and its file is closed at the end", async () => {
    using folder = calling(depth, [
      {
        actionId: "keep",
        component: { name: "memory", with: { key: "k", value: "{{ get('given') }}", dbPath: "m.db" } },
      },
      {
        actionId: "find",
        requires: ["keep"],
        component: { name: "memory", with: { action: "retrieve", key: "k", dbPath: "m.db" } },
      },
      answer(["{{ get('keep').success }}", "{{ get('find').value }}"], ["find"]),
    ]);
    expect(await valueFrom(folder)).toEqual([true, "something"]);
    // What is not closed leaves a log beside it.
    expect(() => readFileSync(join(folder.path, "m.db-wal"))).toThrow("ENOENT");
  });

  test("sql is refused where its connection is not, and says where connections are declared", async () => {
    using folder = calling(depth, [
      { actionId: "rows", sql: { connectionName: "main", query: "SELECT 1", timeout: "10s" } },
      answer("{{ get('rows') }}", ["rows"]),
    ]);
    const { stderr, code } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stderr.match(/error: .*/g)).toEqual([
      "error: a component has no connections: it cannot run sql [unknown-connection]",
    ]);
  });

  test("the functions that touch the run work", async () => {
    using folder = calling(depth, [
      { actionId: "first", before: ["set('n', 41)"], after: ["set('n', get('n') + 1)"], exec: { command: "echo 7" } },
      answer(
        {
          stored: "{{ get('n') }}",
          input: "{{ input('given') }}",
          missing: "{{ input('given', 'else') }}",
          env: "{{ env('FLOWC_COMPONENT') }}",
          hinted: "{{ get('FLOWC_COMPONENT', 'env') }}",
          otherwise: "{{ env('FLOWC_COMPONENT_UNSET', 'none') }}",
          output: "{{ output('first') }}",
          json: "{{ json({'a': [get('first'), get('given')]}) }}",
          workflow: "{{ info('workflowId') }}",
          timestamp: "{{ date(info('timestamp')).Year() > 2000 }}",
          same: "{{ info('id') matches '^[0-9a-f-]{36}$' }}",
          quoted: "{{ quote(get('given')) }}",
          defaulted: "{{ default(nil, get('given')) }}",
          safe: "{{ safe({'a': {'b': get('n')}}, 'a.b') }}",
        },
        ["first"],
      ),
    ]);
    const something = "something";
    expect(await valueFrom(folder, { FLOWC_COMPONENT: "set there" })).toEqual({
      stored: 42,
      input: something,
      missing: something,
      env: "set there",
      hinted: "set there",
      otherwise: "none",
      output: "7",
      json: '{"a":["7","something"]}',
      workflow: "sample",
      timestamp: true,
      same: true,
      quoted: "something",
      defaulted: something,
      safe: 42,
    });
  });

  test("items, retries, fallbacks, skips and checks work", async () => {
    using folder = calling(depth, [
      { actionId: "each", items: [1, 2], exec: { command: "echo {{ item }}{{ index }}" } },
      command("flaky", "echo x >> tries; test $(wc -l < tries) -ge 2 || exit 9; echo done", {
        onError: { action: "retry", maxRetries: 3, retryDelay: "1ms" },
      }),
      command("broken", "exit 1", {
        onError: {
          action: "continue",
          expr: "set('seen', error.failureClass)",
          fallback: "{{ env('FLOWC_COMPONENT') }}",
        },
      }),
      command("skipped", "echo no", { validations: { skip: "get('given') == 'something'" } }),
      command("checked", "echo yes", { validations: { check: "env('FLOWC_COMPONENT') == 'set'" } }),
      answer(
        ["each", "flaky", "broken", "seen", "skipped", "checked"].map((name) => `{{ get('${name}') }}`),
        ["each", "flaky", "broken", "skipped", "checked"],
      ),
    ]);
    expect(await valueFrom(folder, { FLOWC_COMPONENT: "set" })).toEqual([
      ["10", "21"],
      "done",
      "set",
      "tool_runtime",
      null,
      "yes",
    ]);
  });

  test("what env() reads is masked in the messages of the whole run", async () => {
    const secret = "s3cr3t-T0ken-of-mine";
    using folder = calling(depth, [
      command("tell", `echo "no {{ env('FLOWC_COMPONENT') }}" >&2; exit 1`, {
        onError: { action: "retry", maxRetries: 1, retryDelay: "1ms" },
      }),
      answer("{{ get('tell') }}", ["tell"]),
    ]);
    const { stderr, stdout, code } = await flowc(["run", ".", "--events"], {
      cwd: folder.path,
      env: { FLOWC_COMPONENT: secret },
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).not.toContain("s3cr3t");
    const ids = new Set(eventsOf(stderr).map(({ runId }) => runId));
    expect(ids.size).toBe(1);
    const told = eventsOf(stderr).flatMap(({ event, actionId, message = "" }) =>
      String(message).includes("***") ? [`${event} ${actionId ?? ""}`.trim()] : [],
    );
    const path = depth === 1 ? ["call/tell", "call"] : ["call/nested/tell", "call/nested", "call"];
    expect(told).toEqual([
      `resource.retrying ${path[0]}`,
      ...path.map((id) => `resource.failed ${id}`),
      "workflow.failed",
    ]);
  });

  test("a bundle does the same from an empty folder", async () => {
    using folder = calling(depth, [answer("{{ env('FLOWC_COMPONENT') }}")]);
    using out = temporaryFolder();
    expect((await flowcHere(["build", ".", "-o", out.path], { cwd: folder.path })).code).toBe(0);
    const { run } = await import(join(out.path, "sample.mjs"));
    vi.stubEnv("FLOWC_COMPONENT", "here");
    expect(await run()).toEqual({ success: true, response: { value: "here" } });
  });
});
