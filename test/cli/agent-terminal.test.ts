import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcProgram, testCache } from "../support/flowc.ts";
import { serveModel, type Turn } from "../support/model.ts";
import { hasTerminal, keys, onTerminal, type Step } from "../support/terminal.ts";
import { command, project, workflowText } from "./project.ts";

const note = workflowText({
  name: "note",
  settings: { inputs: { text: { type: "string", required: true } } },
  resources: [command("main", "", { exec: { command: 'echo "noted $1"', args: ["{{ get('text') }}"] } })],
});
/** Writes its process id to the file `pid` of its folder and stays. */
const stay = workflowText({
  name: "stay",
  resources: [
    command("main", "echo $$ > pid; sleep 60", { exec: { command: "echo $$ > pid; sleep 60", timeout: "2m" } }),
  ],
});

interface Sitting {
  readonly turns: readonly (Turn | "Control-C")[];
  readonly steps?: readonly Step[];
  readonly args?: readonly string[];
  readonly workflow?: string;
}

/**
 * A person at a terminal with `flowc agent`. At the turn "Control-C" the model thinks for ever, and the person has enough;
 * and so when a call stays.
 */
async function sit({ turns, steps = [], args = [], workflow = note }: Sitting) {
  using folder = project(workflow);
  const interrupt = (): void => terminal.type(keys.controlC);
  await using model = await serveModel(...turns.map((turn) => (turn === "Control-C" ? interrupt : turn)));
  const { CI: _ci, ...environment } = process.env;
  const env = {
    ...environment,
    XDG_CACHE_HOME: testCache,
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-secret",
  };
  const pidFile = join(folder.path, "pid");
  const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0);
  const argv = ["sh", "-c", 'cd "$0" && exec "$@"', folder.path, process.execPath, flowcProgram, "agent", "."];
  const terminal = onTerminal([...argv, "--model", "m", ...args], env, steps);
  const watch = setInterval(() => {
    if (pid() === 0) return;
    clearInterval(watch);
    interrupt();
  }, 20);
  const { screen, code } = await terminal.ended;
  clearInterval(watch);
  expect(screen).not.toContain("sk-secret");
  return { screen, code, asked: model.asked(), pid: pid() };
}

const callOf = (name: string, input: unknown = {}): Turn => ({ calls: [{ name, arguments: input }] });
const lastContent = (request: { readonly messages: readonly { readonly content: string }[] }) =>
  request.messages.at(-1)?.content;
const question = /\? \[y\/N\] $/;
const prompt = /> $/;
const milk = callOf("note", { text: "milk" });

describe.skipIf(!hasTerminal).concurrent("a call that is not read-only, on a terminal", () => {
  test.each([
    ["y", `y${keys.enter}`, "noted milk"],
    ["YES", `YES${keys.enter}`, "noted milk"],
    ["n", `n${keys.enter}`, "error: the user has not allowed this call"],
    ["no more than Enter", keys.enter, "error: the user has not allowed this call"],
    ["Control-D", keys.controlD, "error: the user has not allowed this call"],
  ])("is asked about: %s", async (_name, types, told) => {
    const steps = [{ sees: question, types }];
    const { screen, code, asked } = await sit({ turns: [milk, "done"], args: ["note milk"], steps });
    expect(screen).toContain('run note({"text":"milk"})? [y/N] ');
    expect(lastContent(asked[1])).toBe(told);
    expect([screen.endsWith("\ndone\n"), code], screen).toEqual([true, 0]);
  });

  test("is not made at Control-C, which ends the program", async () => {
    const steps = [{ sees: question, types: keys.controlC }];
    const { screen, code, asked } = await sit({ turns: [milk, "done"], args: ["note milk"], steps });
    expect(screen).toMatch(/\[y\/N\] \nerror: the run was cancelled by SIGINT \[tool_runtime\]\n$/);
    expect([asked.length, code]).toEqual([1, 130]);
  });

  test("is shown whole, whatever stands in it to hide the rest", async () => {
    const text = `${"\n".repeat(40)}${"x".repeat(300)}\u001b[2K\u202Elast`;
    const steps = [{ sees: question, types: keys.enter }];
    const { screen } = await sit({ turns: [callOf("note", { text }), "done"], args: ["note it"], steps });
    expect(screen.replaceAll("\n", "")).toMatch(
      /run note\(\{"text":"(?:\\n){40}x{300}\\u001b\[2K last"\}\)\? \[y\/N\]/,
    );
  });

  test("is not waited for beyond the time of the answer", async () => {
    const { screen, code } = await sit({ turns: [milk], args: ["--timeout", "1s", "note it"] });
    expect(screen).toMatch(/\[y\/N\] \nerror: timed out after 1s \[timeout\]\n$/);
    expect(code).toBe(124);
  });

  test("is not asked about with --yes", async () => {
    const { screen } = await sit({ turns: [milk, "done"], args: ["--yes", "note milk"] });
    expect(screen).toMatch(/^note\(\{"text":"milk"\}\) [\d.]+m?s\ndone\n$/);
  });
});

describe.skipIf(!hasTerminal).concurrent("Control-C", () => {
  test("ends a model that thinks, and the program", async () => {
    const { screen, code } = await sit({ turns: ["Control-C"], args: ["think of it"] });
    expect(screen).toContain("error: the run was cancelled by SIGINT [tool_runtime]\n");
    expect(code).toBe(130);
  });

  test("ends a call with its children, and the program", async () => {
    const turns = [callOf("stay"), "never"];
    const { screen, code, pid } = await sit({ turns, args: ["--yes", "stay there"], workflow: stay });
    expect(screen).toMatch(/stay\(\{\}\) failed after \S+: the run was cancelled by SIGINT \[tool_runtime\]\n/);
    expect(code).toBe(130);
    expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe.skipIf(!hasTerminal).concurrent("a session on a terminal", () => {
  test("remembers what was said; Control-C ends an answer, else takes back what is typed", async () => {
    const steps = [
      { sees: prompt, types: `I am Ann${keys.enter}` },
      { sees: prompt, types: keys.enter },
      { sees: prompt, types: `think${keys.enter}` },
      { sees: prompt, types: `note milk${keys.enter}` },
      { sees: question, types: keys.controlC },
      { sees: prompt, types: `note milk${keys.enter}` },
      { sees: question, types: `y${keys.enter}` },
      { sees: prompt, types: "half a line" },
      { sees: /half a line/, types: keys.controlC },
      { sees: prompt, types: `who am I?${keys.enter}` },
      { sees: prompt, types: keys.controlC },
    ];
    const turns = ["Hello Ann.", "Control-C", milk, milk, "I have.", "You are Ann."] as const;
    const { screen, code, asked } = await sit({ turns, steps });
    expect(code, screen).toBe(0);
    expect(screen.match(/^interrupted$/gm)).toHaveLength(2);
    const said = asked.at(-1).messages.map(({ content }: { readonly content: string | null }) => content);
    expect(said).toEqual(["I am Ann", "Hello Ann.", "note milk", null, "noted milk", "I have.", "who am I?"]);
    expect(screen).toMatch(/You are Ann\.\n> \n$/);
  });

  test("ends a call at Control-C, with its children, and goes on", async () => {
    const steps = [
      { sees: prompt, types: `stay${keys.enter}` },
      { sees: /interrupted\n> $/, types: `and now?${keys.enter}` },
      { sees: prompt, types: `exit${keys.enter}` },
    ];
    const turns = [callOf("stay"), "Nothing."];
    const { screen, code, pid, asked } = await sit({ turns, steps, args: ["--yes"], workflow: stay });
    expect(() => process.kill(pid, 0)).toThrow();
    expect(asked.at(-1).messages).toEqual([{ role: "user", content: "and now?" }]);
    expect([code, screen.endsWith("Nothing.\n> exit\n")], screen).toEqual([0, true]);
  });

  test.each([
    ["Control-D", keys.controlD],
    ["quit", `quit${keys.enter}`],
  ])("ends with %s", async (_name, types) => {
    const { code, asked } = await sit({ turns: ["never"], steps: [{ sees: prompt, types }] });
    expect([code, asked]).toEqual([0, []]);
  });

  test("whose end comes at the question answers no, and ends", async () => {
    const steps = [
      { sees: prompt, types: `note milk${keys.enter}` },
      { sees: question, types: keys.controlD },
    ];
    const { screen, code, asked } = await sit({ turns: [milk, "Then not."], steps });
    expect(lastContent(asked[1])).toBe("error: the user has not allowed this call");
    expect([code, screen.includes("\nThen not.\n")], screen).toEqual([0, true]);
  });
});
