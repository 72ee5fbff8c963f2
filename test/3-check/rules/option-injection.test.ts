import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const run = (command: string, args: string, more = "") =>
  reported(`${head}actionId: a\n${more}exec: { command: ${command}, args: [${args}] }\n`, "option-injection");
const value = "\"{{ get('n') }}\"";

describe("option-injection is reported for", () => {
  test.each([
    ["tar", `-czf, out.tgz, ${value}`, "--checkpoint-action=exec=…"],
    ["tar", `cf, out.tar, ${value}`, "--checkpoint-action=exec=…"],
    ["/usr/bin/tar", `-czf, out.tgz, ${value}`, "--checkpoint-action=exec=…"],
    ["ssh", `${value}, uptime`, "-oProxyCommand=…"],
    ["scp", `${value}, 'host:'`, "-oProxyCommand=…"],
    ["rsync", `-a, ${value}, host:/x`, "--rsh=…"],
    ["curl", `-s, ${value}`, "--output FILE"],
    ["find", `${value}, -name, '*.txt'`, "-delete"],
    ["sort", `${value}`, "--output=…"],
    ["rm", `-f, ${value}`, "-rf"],
    ["grep", `-n, ${value}, notes.txt`, "--file=…"],
    ["sed", `-n, 1p, ${value}`, "-e …"],
    ["rm", `"-{{ get('n') }}"`, "-rf"],
    ["rm", `"{{ upper(get('n')) }}"`, "-rf"],
    ["rm", `"{{ quote(get('n')) }}"`, "-rf"],
  ])("%s %s", (command, args, harm) => {
    const program = command.split("/").at(-1);
    const [first, ...notes] = run(command, args);
    expect(first).toMatch(/^4:\d+ ".*" lets the input "n" be an option of /);
    expect(first?.endsWith(`be an option of ${program}, such as ${harm}`)).toBe(true);
    expect(notes.at(-1)).toMatch(/ the input "n" comes in here$/);
  });

  test.each([
    ["git", `clone, ${value}`, "git clone", "--upload-pack=…"],
    ["git", `log, ${value}`, "git log", "--output=…"],
    ["git", `-C, repo, fetch, origin, ${value}`, "git fetch", "--upload-pack=…"],
    ["env", `LANG=C, tar, cf, x, ${value}`, "tar", "--checkpoint-action=exec=…"],
    ["timeout", `5s, sort, ${value}`, "sort", "--output=…"],
    ["find", `., -exec, rm, ${value}, ";"`, "rm", "-rf"],
    ["docker", `run, ${value}`, "docker run", "--volume=/:/host"],
    ["sudo", `-u, www, nice, -n, 5, rm, ${value}`, "rm", "-rf"],
  ])("%s %s", (command, args, program, harm) => {
    expect(run(command, args)[0]).toMatch(new RegExp(`be an option of ${program}, such as ${harm}$`));
  });
});

describe("option-injection is silent for", () => {
  test.each([
    ["what stands behind --", "tar", `cf, out.tar, --, ${value}`],
    ["the value of an option", "grep", `-e, ${value}, notes.txt`],
    ["the value of a long option", "curl", `--user-agent, ${value}, http://127.0.0.1`],
    ["a value behind =", "curl", `"--output={{ get('n') }}"`],
    ["a value with something before it", "rm", `"./{{ get('n') }}"`],
    ["an archive, which tar takes as the value of f", "tar", `xf, ${value}`],
    ["a number", "rm", `"{{ int(get('n')) }}"`],
    ["a text that begins with a constant", "rm", `"{{ 'x' + get('n') }}"`],
    [
      "a name that begins with another character, checked here",
      "rm",
      `"{{ get('n') matches '^[a-z]' ? get('n') : 'x' }}"`,
    ],
    ["programs whose options do no harm", "echo", value],
    ["programs that flowc does not know", "./deploy", value],
    ["arguments behind a remote command's options", "ssh", `host, uptime`],
    ["arguments of a script", "sh", `-c, 'ls "$1"', sh, ${value}`],
    ["a name with an ending, which makes no option", "rm", `"{{ get('n') }}.txt"`],
    ["the arguments of a Python script", "python3", `-c, "print(1)", ${value}`],
    ["what stands behind --end-of-options", "git", `log, --end-of-options, ${value}`],
    ["tests of find", "find", `., -name, ${value}`],
  ])("%s", (_name, command, args) => {
    expect(run(command, args)).toEqual([]);
  });

  test.each([
    "get('n') matches '^[a-z0-9][a-z0-9-]*$'",
    "get('n') matches '^[a-z0-9]'",
    "not (get('n') startsWith '-')",
    "get('n') startsWith '/srv/'",
    "not (get('n') matches '^-')",
    "not (get('n') contains '-')",
    "get('n') in ['-a', 'b']",
  ])("a value that a check holds: %s", (check) => {
    expect(run("rm", value, `validations: { check: "${check}" }\n`)).toEqual([]);
  });

  test.each([
    "get('n') matches '^[a-z-]+$'",
    "get('n') matches '[a-z]$'",
    "get('n') matches '^(|[a-z])'",
    "get('n') != '-'",
  ])("but not for one that a check does not hold: %s", (check) => {
    expect(run("rm", value, `validations: { check: "${check}" }\n`)).not.toEqual([]);
  });

  test("inputs whose schema says how they begin", () => {
    const inputs = head.replace("timeout", () => "inputs: { n: { type: string, pattern: '^[a-z][a-z-]*$' } }, timeout");
    expect(reported(`${inputs}actionId: a\nexec: { command: rm, args: [${value}] }\n`, "option-injection")).toEqual([]);
  });
});

test("a check that leaves no character of which the option could be made holds it", () => {
  const check = `validations: { check: "get('n') matches '^[a-z-]+$'" }\n`;
  expect(run("tar", `cf, out.tar, ${value}`, check)).toEqual([]);
  expect(run("tar", `cf, out.tar, ${value}`, check.replace("a-z-", "a-z=-"))).not.toEqual([]);
});

test("a check of the value says nothing of a part of it", () => {
  const check = `validations: { check: "get('n') matches '^[a-z][a-z-]*$'" }\n`;
  expect(run("rm", `"{{ get('n')[1:] }}"`, check)).not.toEqual([]);
});
