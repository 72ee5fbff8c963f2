import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowc, flowcHere, type Outcome, temporaryFolder } from "../support/flowc.ts";
import { hasProgram } from "../support/programs.ts";

// Each attack is run for real: its input makes the workflow write a file that it would not write otherwise. `check` must
// report every one of them, in the resource that lets it in.

interface Attack {
  readonly code: "shell-injection" | "code-injection" | "sql-injection" | "option-injection";
  /** Programs without which it cannot be run. */
  readonly needs: string;
  /** The executor of the resource; `$` is its input. */
  readonly run: string;
  /** The input; MARK is the file that it writes. */
  readonly input: string;
}

const attacks: Readonly<Record<string, Attack>> = {
  "sh -c": {
    code: "shell-injection",
    needs: "sh",
    run: `{ command: sh, args: [-c, "echo $"] }`,
    input: "x; touch MARK",
  },
  "bash -lc": {
    code: "shell-injection",
    needs: "bash",
    run: `{ command: bash, args: [-lc, "echo $"] }`,
    input: "$(touch MARK)",
  },
  "env sh -c": {
    code: "shell-injection",
    needs: "env",
    run: `{ command: env, args: [A=b, sh, -c, "ls '$'"] }`,
    input: "'; touch MARK '",
  },
  "timeout nohup nice sh -c": {
    code: "shell-injection",
    needs: "timeout nohup nice",
    run: `{ command: timeout, args: [-k, 1s, 5s, nohup, nice, -n, "5", sh, -c, "ls $"] }`,
    input: ". & touch MARK",
  },
  "xargs sh -c": {
    code: "shell-injection",
    needs: "xargs",
    run: `{ command: xargs, args: [-n, "1", sh, -c, "ls $"] }`,
    input: ".; touch MARK",
  },
  "find -exec sh -c": {
    code: "shell-injection",
    needs: "find",
    run: `{ command: find, args: [., -maxdepth, "0", -exec, sh, -c, "echo $", ";"] }`,
    input: "x; touch MARK",
  },
  "python3 -c": {
    code: "code-injection",
    needs: "python3",
    run: `{ command: python3, args: [-c, "print('$')"] }`,
    input: "'+str(open('MARK','w'))+'",
  },
  "perl -e": {
    code: "code-injection",
    needs: "perl",
    run: `{ command: perl, args: [-e, "print '$'"] }`,
    input: "'; system 'touch MARK'; '",
  },
  "perl -ne": {
    code: "code-injection",
    needs: "perl",
    run: `{ command: perl, args: [-we, "print $"] }`,
    input: "system('touch MARK')",
  },
  "node -e": {
    code: "code-injection",
    needs: "node",
    run: `{ command: node, args: [-e, "console.log('$')"] }`,
    input: "'+require('fs').writeFileSync('MARK','')+'",
  },
  awk: {
    code: "code-injection",
    needs: "awk",
    run: `{ command: awk, args: ["BEGIN { print \\"$\\" }"] }`,
    input: '"; system("touch MARK"); print "',
  },
  sed: {
    code: "code-injection",
    needs: "sed",
    run: `{ command: sed, args: [-n, "s/a/$/p", words.txt] }`,
    input: "b/w MARK\n#",
  },
  sqlite3: {
    code: "sql-injection",
    needs: "sqlite3",
    run: `{ command: sqlite3, args: [":memory:", "select '$'"] }`,
    input: "'; select writefile('MARK', 'x'); select '",
  },
  "git -c": {
    code: "code-injection",
    needs: "git",
    run: `{ command: git, args: [-c, "$", x] }`,
    input: "alias.x=!touch MARK",
  },
  "git -c alias": {
    code: "shell-injection",
    needs: "git",
    run: `{ command: git, args: [-c, "alias.x=!echo $", x] }`,
    input: "a; touch MARK",
  },
  "tar --checkpoint-action": {
    code: "shell-injection",
    needs: "tar",
    run: `{ command: tar, args: [cf, /dev/null, --checkpoint=1, "--checkpoint-action=exec=echo $", words.txt] }`,
    input: "x; touch MARK",
  },
  "a program behind env": {
    code: "shell-injection",
    needs: "env",
    run: `{ command: env, args: ["$", MARK] }`,
    input: "touch",
  },
  "options of tar": {
    code: "option-injection",
    needs: "tar",
    run: `{ command: tar, args: [cf, /dev/null, --checkpoint=1, words.txt, "$"] }`,
    input: "--checkpoint-action=exec=touch MARK",
  },
  "options of sort": {
    code: "option-injection",
    needs: "sort",
    run: `{ command: sort, args: [words.txt, "$"] }`,
    input: "--output=MARK",
  },
  "options of git clone": {
    code: "option-injection",
    needs: "git",
    run: `{ command: git, args: [clone, "$", "file:///nowhere"] }`,
    input: "--upload-pack=touch MARK;",
  },
  "options of find": {
    code: "option-injection",
    needs: "find",
    run: `{ command: find, args: [words.txt, "$", MARK] }`,
    input: "-fprint",
  },
};

const names = Object.keys(attacks);
const canRun = ({ needs }: Attack) => needs.split(" ").every(hasProgram);
const mark = (index: number) => `mark${index}`;

/** All attacks as one workflow: a resource each, which goes on without a result. */
function workflowOf(list: readonly Attack[]): string {
  const resources = list.map(({ run }, index) => {
    const executor = run.replaceAll("$", `{{ get('i${index}') }}`).replaceAll("MARK", mark(index));
    return `---\nactionId: r${index}\nexec: ${executor}\nonError: { action: continue }\n`;
  });
  const all = list.map((_attack, index) => `r${index}`).join(", ");
  return `settings: { name: attacks, targetActionId: all, timeout: 1m }\n${resources.join("")}---\nactionId: all\nrequires: [${all}]\napiResponse: { response: done }\n`;
}

describe("attacks that execute", () => {
  const folder = temporaryFolder();
  const workflow = join(folder.path, "workflow.yaml");
  const list = Object.values(attacks);
  let ran: Outcome;
  let reported: readonly { readonly code: string; readonly line: number }[];

  beforeAll(async () => {
    writeFileSync(workflow, workflowOf(list));
    writeFileSync(join(folder.path, "words.txt"), "a\nb\n");
    const inputs = list.map(({ input }, index) => [`i${index}`, input.replaceAll("MARK", mark(index))]);
    const { stdout } = await flowcHere(["check", workflow, "--format", "json"]);
    reported = JSON.parse(stdout).diagnostics;
    ran = await flowc(["run", workflow, "--input-json", JSON.stringify(Object.fromEntries(inputs))], {
      cwd: folder.path,
    });
  }, 120_000);

  afterAll(() => folder[Symbol.dispose]());

  test("the workflow runs to its end", () => {
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
  });

  test.each(names)("%s", (name) => {
    const index = names.indexOf(name);
    const attack = attacks[name] as Attack;
    const line = workflowOf(list).split("\n").indexOf(`actionId: r${index}`) + 2;
    expect(reported.filter((found) => found.line === line).map(({ code }) => code)).toContain(attack.code);
    if (canRun(attack)) expect(existsSync(join(folder.path, mark(index)))).toBe(true);
  });
});
