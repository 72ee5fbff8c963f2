import { describe, expect, test } from "vitest";
import { runSpec } from "../../compiler/cli/command-table/run.ts";
import { allCommands, commandTable } from "../../compiler/cli/command-table/table.ts";
import { readArguments } from "../../compiler/cli/shared/arguments.ts";
import { type Flag, flags } from "../../runtime-lib/command/flags.ts";
import type { OptionSpec } from "../../runtime-lib/command/option.ts";
import { scheduleFlags } from "../../runtime-lib/schedule/flags.ts";
import { storeFlags } from "../../runtime-lib/store/flags.ts";
import { flowcHere } from "../support/flowc.ts";

// The pages are made from the command table, as are the parsers (arguments.ts): here, that every command has both.

const commands = allCommands();

describe.concurrent("every command", () => {
  test.each(commands.map((command) => [command.name, command] as const))("%s has a page", async (name, { options }) => {
    const words = name.split(" ");
    const outcomes = await Promise.all([
      flowcHere([...words, "--help"]),
      flowcHere([...words, "-h"]),
      flowcHere(["help", ...words]),
    ]);
    const [{ stdout }] = outcomes;
    expect(stdout).toMatch(new RegExp(`^usage: flowc ${name}\\b`));
    for (const option of Object.keys(options)) expect(stdout).toMatch(new RegExp(`^  (?:-\\w, )?--${option}\\b`, "m"));
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(stdout).toMatch(/^exit code: 0 /m);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ stdout, stderr: "", code: 0 });
  });

  test("is in the overview", async () => {
    const { stdout } = await flowcHere(["--help"]);
    for (const { name, summary } of commandTable)
      expect(stdout).toMatch(new RegExp(`^  ${name}\\b.*  ${summary}$`, "m"));
  });

  test("of a group is on the page of the group", async () => {
    const { stdout } = await flowcHere(["component", "--help"]);
    expect(stdout).toMatch(/^ {2}list {2,}show/m);
    expect(stdout).toMatch(/^ {2}install /m);
  });

  test.each(commands.map((command) => [command.name, command] as const))("%s refuses other options", async (name) => {
    const { stdout, stderr, code } = await flowcHere([...name.split(" "), "--frobnicate"]);
    expect([stdout, stderr, code]).toEqual(["", "error: unknown option '--frobnicate'\n", 2]);
  });
});

describe("the table", () => {
  test.each(commands.map((command) => [command.name, command] as const))(
    "has examples of %s that it reads",
    (name, spec) => {
      for (const [line] of spec.examples ?? []) {
        const call = /\bflowc (.*?)(?: (?:&&|>) .*|\)")?$/.exec(line)?.[1] ?? "";
        const words = [...call.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, one, two]) => one ?? two ?? word);
        const own = name.split(" ");
        expect(words.slice(0, own.length)).toEqual(own);
        expect(() => readArguments(spec, words.slice(own.length))).not.toThrow();
      }
    },
  );

  test("has what bundles take for run, and little more", () => {
    const all: Readonly<Record<string, Flag>> = { ...flags, ...storeFlags, ...scheduleFlags };
    const ofBundles = Object.keys(all).filter((name) => name !== "help" && name !== "version");
    expect(Object.keys(runSpec.options).filter((name) => !ofBundles.includes(name))).toEqual([
      "report",
      "prices",
      "dry-run",
      "watch",
      "sandbox",
      "allow",
      "no-cache",
    ]);
    const options: Readonly<Record<string, OptionSpec>> = runSpec.options;
    for (const name of ofBundles) {
      const { description = "" } = all[name] ?? {};
      expect(options[name]?.description).toContain(description);
    }
  });

  test("has no option twice", () => {
    for (const { options } of commands) {
      const shorts = Object.values(options).flatMap(({ short }) => short ?? []);
      expect(new Set(shorts).size).toBe(shorts.length);
      expect(shorts.filter((short) => short === "h" || short === "V")).toEqual([]);
    }
  });
});
