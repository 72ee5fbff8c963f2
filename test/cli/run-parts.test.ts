import { describe, expect, test } from "vitest";
import { flowc } from "../support/flowc.ts";
import { command, project } from "./project.ts";

const parts = {
  resources: [
    command("left", "echo left >> ran; echo left"),
    command("right", "echo right >> ran; echo right"),
    command("both", "echo {{ get('left') }} {{ get('right') }}", { requires: ["left", "right"] }),
    command("end", "exit 1", { requires: ["both"] }),
  ],
};

describe.concurrent("--only", () => {
  test("runs a resource with what it needs, and its value is the result", async () => {
    using folder = project({ resources: [...parts.resources, command("last", "cat ran", { requires: ["end"] })] });
    const { stdout, code } = await flowc(["run", ".", "--only", "right"], { cwd: folder.path });
    expect([stdout, code]).toEqual(["right\n", 0]);
    const both = await flowc(["run", ".", "--only=both", "--events"], { cwd: folder.path });
    expect(both.stdout).toBe("left right\n");
    expect(both.stderr).not.toContain('"end"');
  });

  test("another id is a mistake", async () => {
    using folder = project(parts);
    const { stderr, code } = await flowc(["run", ".", "--only", "rigth"], { cwd: folder.path });
    expect([stderr, code]).toEqual([
      'error: --only takes the id of a resource: left, right, both, end; not "rigth"\n',
      2,
    ]);
  });

  test("of a server workflow needs no server", async () => {
    const settings = { apiServer: { routes: [{ path: "/", methods: ["GET"] }] } };
    using folder = project({ settings, resources: [command("a", "echo a"), command("b", "echo b")] });
    expect(await flowc(["run", ".", "--only", "a"], { cwd: folder.path })).toMatchObject({ stdout: "a\n", code: 0 });
  });
});

describe.concurrent("--dry-run", () => {
  test("prints waves with commands as far as they are written, and runs nothing", async () => {
    using folder = project({
      resources: [
        command("fetch", "curl example.com > page", { onError: { action: "retry", maxRetries: 2 } }),
        command("count", "wc -l page\nrm page", {
          requires: ["fetch"],
          items: "{{ [1, get('n')] }}",
          validations: { skip: "get('quick') == true" },
        }),
        {
          actionId: "post",
          requires: ["count"],
          httpClient: { method: "POST", url: "https://x.test/{{ get('id') }}", headers: { K: "{{ env('KEY') }}" } },
        },
      ],
    });
    const { stdout, stderr, code } = await flowc(["run", ".", "--dry-run"], {
      cwd: folder.path,
      env: { KEY: undefined },
    });
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toBe(`wave 1
  fetch (exec): up to 3 attempts
    command: curl example.com > page
wave 2
  count (exec): for each of {{ [1, get('n')] }}; unless get('quick') == true
    command:
      wc -l page
      rm page
wave 3
  post (httpClient)
    method: POST
    url: https://x.test/{{ get('id') }}
not set: KEY
`);
  });

  const greets = {
    settings: {
      inputs: { name: { type: "string", required: true, maxLength: 5 }, times: { type: "integer", default: 2 } },
    },
    resources: [
      command("quick", "echo quick", { validations: { skip: "get('times') > 1" } }),
      command("greet", "echo {{ upper(get('name')) }} {{ env('TOKEN') }} {{ now().Year() }}", {
        requires: ["quick"],
        items: "{{ 1..get('times') }}",
        validations: { skip: "get('name') == 'nobody'" },
      }),
      command("again", "echo {{ get('name') }} {{ get('greet') }} {{ item }}", { requires: ["greet"], items: [7] }),
    ],
  };

  test("fills in what the inputs decide, and nothing of the environment", async () => {
    using folder = project(greets);
    const args = ["run", ".", "--dry-run", "--input", "name=Ann"];
    const { stdout, stderr, code } = await flowc(args, { cwd: folder.path, env: { TOKEN: "a-secret-token" } });
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toBe(`wave 1
  quick (exec): skipped: get('times') > 1
wave 2
  greet (exec): for each of [1,2]
    command: echo ANN {{ env('TOKEN') }} {{ now().Year() }}
wave 3
  again (exec): for each of [7]
    command: echo Ann {{ get('greet') }} {{ item }}
`);
  });

  test.each<readonly [string, readonly string[], string]>([
    ["an input is missing", [], "missing input: name"],
    ["the schema refuses one", ["--input", "name=Bartholomew"], "name"],
    ["one is not declared", ["--input", "name=Ann", "--input", "nmae=Ann"], "unknown input: nmae"],
    ["there is no such option", ["--inptu", "name=Ann"], "--inptu"],
  ])("where %s, it is refused as by a run", async (_what, args, message) => {
    using folder = project(greets);
    const run = (...more: readonly string[]) =>
      flowc(["run", ".", ...args, ...more], { cwd: folder.path, env: { TOKEN: "t" } });
    const [dry, real] = [await run("--dry-run"), await run()];
    expect(dry).toMatchObject({ stdout: "", stderr: expect.stringContaining(message), code: 2 });
    expect(dry).toEqual(real);
  });

  test("of a request fills in what its path and its query say", async () => {
    const settings = { apiServer: { routes: [{ path: "/a/:id", methods: ["GET"] }] } };
    using folder = project({
      settings,
      resources: [
        command("a", "echo {{ get('id') }} {{ get('x') }} {{ get('y') }}", { validations: { routes: ["/a/:id"] } }),
      ],
    });
    const { stdout } = await flowc(["run", ".", "--dry-run", "--request", "GET /a/7?x=1"], { cwd: folder.path });
    expect(stdout).toBe("wave 1\n  a (exec)\n    command: echo 7 1 {{ get('y') }}\n");
  });

  test("of one resource, and of a request", async () => {
    const settings = { apiServer: { routes: [{ path: "/a/:id", methods: ["GET"] }] } };
    using folder = project({
      settings,
      resources: [
        command("a", "echo a", { validations: { routes: ["/a/:id"] } }),
        command("b", "echo b", { requires: ["a"] }),
      ],
    });
    const run = (...args: readonly string[]) => flowc(["run", ".", "--dry-run", ...args], { cwd: folder.path });
    expect((await run("--only", "a")).stdout).toBe("wave 1\n  a (exec)\n    command: echo a\n");
    expect((await run("--request", "GET /a/7?x=1")).stdout).toContain("  a (exec)\n");
    expect(await run("--request", "PUT /a/7")).toMatchObject({ stderr: 'error: no route takes "PUT /a/7"\n', code: 2 });
  });

  test.each([["--watch"], ["--record"], ["--journal"]])("with %s is a mistake", async (option) => {
    using folder = project(parts);
    expect(await flowc(["run", ".", "--dry-run", option], { cwd: folder.path })).toMatchObject({
      code: 2,
      stderr: "error: --dry-run runs nothing; leave out --watch, --record, --journal and --from\n",
    });
  });

  test("of what does not compile: its errors", async () => {
    using folder = project({ resources: [command("a", "{{ nosuch() }}")] });
    const { stderr, code } = await flowc(["run", ".", "--dry-run"], { cwd: folder.path });
    expect(stderr).toContain('unknown function "nosuch"');
    expect(code).toBe(3);
  });
});
