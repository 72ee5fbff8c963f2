import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc } from "../support/flowc.ts";
import { serveModel, type Turn } from "../support/model.ts";
import { command, oneSentence, project, workflowText } from "./project.ts";

const weather = workflowText({
  name: "weather",
  settings: { inputs: { city: { type: "string", required: true, pattern: "^[A-Z]" } } },
  resources: [
    { actionId: "main", description: "Tells the weather", apiResponse: { response: "rain in {{ get('city') }}" } },
  ],
});
const note = workflowText({
  name: "note",
  settings: { inputs: { text: { type: "string", required: true } } },
  resources: [{ actionId: "main", component: { name: "memory", with: { key: "note", value: "{{ get('text') }}" } } }],
});
const recall = workflowText({
  name: "recall",
  resources: [{ actionId: "main", component: { name: "memory", with: { action: "retrieve", key: "note" } } }],
});
const slow = workflowText({ name: "slow", resources: [command("main", "sleep 60")] });

const long = workflowText({
  name: "long",
  resources: [command("main", "printf x; yes 😀 | head -n 100000 | tr -d '\\n'")],
});
/** Stays until it is ended; the deaf do not hear of the end. */
const stay = workflowText({
  name: "stay",
  settings: { inputs: { deaf: { type: "boolean" }, pidFile: { type: "string", required: true } } },
  resources: [
    command("main", "", {
      exec: {
        command: '[ "$1" = false ] || trap "" TERM; echo $$ >> "$2"; while :; do sleep 0.1; done',
        args: ["{{ get('deaf') }}", "{{ get('pidFile') }}"],
        timeout: "2m",
      },
    }),
  ],
});

interface Asked {
  readonly args?: readonly string[];
  readonly prompt?: string;
  readonly stdin?: string;
}

/** Runs an agent with these workflows against a model with these answers. */
async function ask(workflow: string, turns: readonly Turn[], { args = [], prompt, stdin = "" }: Asked, home?: string) {
  using folder = project(workflow);
  await using model = await serveModel(...turns);
  const env = { HOME: home ?? folder.path, OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-secret-key" };
  const argv = ["agent", folder.path, "--model", "m", ...args, ...(prompt === undefined ? [] : [prompt])];
  const outcome = await flowc(argv, { env, stdin, cwd: folder.path });
  expect(outcome.stdout + outcome.stderr).not.toContain("sk-secret-key");
  return { ...outcome, asked: model.asked() };
}

const callOf = (name: string, input: unknown): Turn => ({ calls: [{ name, arguments: input }] });
const lastContent = (request: { readonly messages: readonly { readonly content: string }[] }) =>
  request.messages.at(-1)?.content;

describe.concurrent("flowc agent", () => {
  test("calls tools, tells the model what failed, shows each call, and answers", async () => {
    const turns = [callOf("weather", { city: "bonn" }), callOf("weather", { city: "Bonn" }), "It rains."];
    const { stdout, stderr, code, asked } = await ask(weather, turns, { prompt: "Is it raining?" });
    expect([stdout, code]).toEqual(["It rains.\n", 0]);
    expect(stderr).toMatch(
      /^weather\(\{"city":"bonn"\}\) failed after \S+: .*\[validation\]\nweather\(\{"city":"Bonn"\}\) [\d.]+m?s\n$/,
    );
    expect(asked[0].tools).toEqual([
      {
        type: "function",
        function: {
          name: "weather",
          description: "Tells the weather",
          parameters: {
            type: "object",
            properties: { city: { type: "string", pattern: "^[A-Z]" } },
            required: ["city"],
            additionalProperties: false,
          },
        },
      },
    ]);
    expect(lastContent(asked[1])).toMatch(/^error: validation: /);
    expect(lastContent(asked[2])).toBe('{"success":true,"response":"rain in Bonn"}');
  });

  test("several calls of one round, also wrong ones, are answered each", async () => {
    const calls = [
      { name: "weather", arguments: { city: "Bonn" } },
      { name: "nosuch", arguments: {} },
      { name: "weather", arguments: "{no" },
    ];
    const { stdout, asked } = await ask(weather, [{ calls }, "done"], { prompt: "go on" });
    expect(stdout).toBe("done\n");
    const contents = asked[1].messages.slice(-3).map(({ content }: { readonly content: string }) => content);
    expect(contents).toEqual([
      '{"success":true,"response":"rain in Bonn"}',
      'error: there is no function "nosuch"; functions: weather',
      "error: the arguments are not JSON",
    ]);
  });

  test("takes arguments as an object, too, and names of nothing", async () => {
    const call = (id: string, more: object) => ({ id, ...more });
    const odd: Turn = () => ({
      choices: [
        {
          message: {
            role: "assistant",
            tool_calls: [
              call("a", { function: { name: "weather", arguments: { city: "Bonn" } } }),
              call("b", { type: "function" }),
              call("c", { type: "function", function: { name: "weather", arguments: "[1]" } }),
            ],
          },
        },
      ],
    });
    const { stdout, code, asked } = await ask(weather, [odd, "done"], { prompt: "go on" });
    expect([stdout, code]).toEqual(["done\n", 0]);
    const contents = asked[1].messages.slice(-3).map(({ content }: { readonly content: string }) => content);
    expect(contents).toEqual([
      '{"success":true,"response":"rain in Bonn"}',
      'error: there is no function ""; functions: weather',
      "error: the arguments must be a JSON object",
    ]);
  });

  test.each([
    ["no choice", { choices: [] }, "the model gave no answer"],
    ["an empty answer", { choices: [{ message: { role: "assistant", content: "" } }] }, "the model gave no answer"],
    ["no completion", { hello: 1 }, "answered with something other than a chat completion"],
  ])("says so of %s", async (_name, answer, said) => {
    const { stdout, stderr, code } = await ask(weather, [() => answer], { prompt: "go on" });
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(`${said} [provider]`);
  });

  test("gives what the model says where it refuses", async () => {
    const message = { role: "assistant", content: null, refusal: "I will not." };
    expect((await ask(weather, [() => ({ choices: [{ message }] })], { prompt: "go on" })).stdout).toBe(
      "I will not.\n",
    );
  });

  test("asks a provider again that is busy, and no other that fails", async () => {
    const busy: Turn = (response) => void response.writeHead(429, { "retry-after": "0" }).end("{}");
    const again = await ask(weather, [busy, "at last"], { prompt: "go on" });
    expect([again.stdout, again.code, again.asked.length]).toEqual(["at last\n", 0, 2]);
    const broken: Turn = (response) => void response.writeHead(500).end('{"error":{"message":"sk-secret-key broke"}}');
    const failed = await ask(weather, [broken], { prompt: "go on" });
    expect([failed.stdout, failed.code, failed.asked.length]).toEqual(["", 1, 1]);
    expect(failed.stderr).toMatch(/^error: \S+ answered 500: \*\*\* broke \[provider\]\n$/);
  });

  test("tells the model the beginning of a result that is too long, without half a character", async () => {
    const { asked } = await ask(long, [callOf("long", {}), "done"], { prompt: "go on", args: ["--yes"] });
    const told = lastContent(asked[1]) ?? "";
    expect(told).toHaveLength(99_999 + "… (cut)".length);
    expect(told.slice(0, 3) + told.slice(-9)).toBe("x😀😀… (cut)");
  });

  test("stops a model that loops for ever", async () => {
    const turns = [callOf("weather", { city: "Bonn" })];
    const { stdout, stderr, code, asked } = await ask(weather, turns, {
      args: ["--max-rounds", "3"],
      prompt: "loop on",
    });
    expect([stdout, code, asked.length]).toEqual(["", 1, 3]);
    expect(stderr).toMatch(
      /^(?:weather\(\S+ [\d.]+m?s\n){2}error: the model still calls tools after 3 rounds \[provider\]\n$/,
    );
  });

  test("stops an answer that takes too long, and its commands", async () => {
    const { stdout, stderr, code } = await ask(slow, [callOf("slow", {})], {
      args: ["--timeout", "2s", "--yes"],
      prompt: "wait for it",
    });
    expect([stdout, code]).toEqual(["", 124]);
    expect(stderr).toContain("error: timed out after 2s [timeout]\n");
  });

  test("ends every call of a round when time is up, also those that do not listen", async () => {
    using folder = project("");
    const pidFile = join(folder.path, "pids");
    const calls = [true, false].map((deaf) => ({ name: "stay", arguments: { deaf, pidFile } }));
    const { code } = await ask(stay, [{ calls }, "never"], {
      args: ["--timeout", "2s", "--yes"],
      prompt: "stay there",
    });
    expect(code).toBe(124);
    const pids = readFileSync(pidFile, "utf8").trim().split("\n").map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });

  test("what is not read-only needs --yes where nobody can be asked; memory lasts", async () => {
    using home = project("");
    const turns = [callOf("note", { text: "milk" }), "noted"];
    const refused = await ask(note, turns, { prompt: "note milk" }, home.path);
    expect(refused.stderr).toBe('note({"text":"milk"}) refused: the user has not allowed this call\n');
    expect(lastContent(refused.asked[1])).toBe("error: the user has not allowed this call");
    expect(existsSync(join(home.path, ".flowc", "memory.db"))).toBe(false);
    const allowed = await ask(note, turns, { prompt: "note milk", args: ["--yes"] }, home.path);
    expect([allowed.stdout, allowed.code]).toEqual(["noted\n", 0]);
    const recalled = await ask(recall, [callOf("recall", {}), "milk"], { prompt: "what was it?" }, home.path);
    expect(lastContent(recalled.asked[1])).toContain('"value":"milk"');
    using folder = project(recall);
    const { stdout } = await flowc(["run", folder.path], { env: { HOME: home.path } });
    expect(JSON.parse(stdout).value).toBe("milk");
  });

  test("a session remembers what was said, and goes on after a failure", async () => {
    const broken: Turn = (response) => void response.writeHead(400).end('{"error":{"message":"no such thing"}}');
    const { stdout, stderr, code, asked } = await ask(weather, ["Hello Ann.", broken, "You are Ann."], {
      stdin: "I am Ann\nfail please\n\nWho am I?\n",
    });
    expect([stdout, code]).toEqual(["Hello Ann.\nYou are Ann.\n", 0]);
    expect(stderr).toMatch(/^error: 127\.0\.0\.1:\d+ answered 400: no such thing \[provider\]\n$/);
    const said = asked[2].messages.map(({ content }: { readonly content: string }) => content);
    expect(said).toEqual(["I am Ann", "Hello Ann.", "Who am I?"]);
  });

  test.each([
    [["examples/hello"], "--model"],
    [["--model", "m"], "agent needs a workflow"],
    [["examples/hello", "--model", "m", "--max-rounds", "0"], '"0"'],
    [["examples/hello", "--model", "m", "--timeout", "soon"], '"soon"'],
    [["examples/hello", "./nosuch", "--model", "m"], "nosuch"],
  ])("refuses %j", async (args, said) => {
    const { stdout, stderr, code } = await flowc(["agent", ...args]);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(said);
  });
});

test("docs/agent-mode.md names every option of the help pages", async () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "agent-mode.md"), "utf8");
  const pages = await Promise.all(["mcp", "agent"].map(async (name) => (await flowc([name, "--help"])).stdout));
  const options = pages.flatMap((text) => [...text.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option = ""]) => option));
  expect(options.length).toBeGreaterThan(8);
  expect(options.filter((option) => !page.includes(`\`${option}`))).toEqual([]);
});
