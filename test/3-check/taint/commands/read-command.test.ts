import { describe, expect, test } from "vitest";
import { readCommand } from "../../../../compiler/3-check/taint/commands/read-command.ts";
import type { Word } from "../../../../compiler/3-check/taint/commands/word.ts";

interface Value {
  readonly name: string;
}

/** Words with blanks between them; `{x}` is a value, `_` a blank inside a word. */
function words(text: string): readonly Word<Value>[] {
  return text.split(" ").map((word) =>
    word
      .split(/(\{\w+\})/)
      .filter((part) => part !== "")
      .map((part) => (part.startsWith("{") ? { name: part } : part.replaceAll("_", " "))),
  );
}

const written = (word: Word<Value>) => word.map((part) => (typeof part === "string" ? part : part.name)).join("");
const use = (text: string) => readCommand(words(text));

describe("scripts in the words of a command", () => {
  test.each([
    ["sh -c echo_{x}", "shell of sh -c: echo {x}"],
    ["sh -ec {x}", "shell of sh -ec: {x}"],
    ["bash -o pipefail -lc {x} a b", "shell of bash -lc: {x}"],
    ["/bin/bash -c -- {x}", "shell of bash -c: {x}"],
    ["python3.12 -c {x}", "python of python3.12 -c: {x}"],
    ["python -X utf8 -c {x}", "python of python -c: {x}"],
    ["perl -lane {x} file", "Perl of perl -e: {x}"],
    ["node --eval={x}", "JavaScript of node --eval: {x}"],
    ["awk -F : {x} file", "awk of awk: {x}"],
    ["awk -v a={y} -f file {x}", ""],
    ["sed -i -e {x} file", "sed of sed -e: {x}"],
    ["sed -n {x} file", "sed of sed: {x}"],
    ["psql -d db -c {x}", "sql of psql -c: {x}"],
    ["psql --command={x}", "sql of psql --command: {x}"],
    ["sqlite3 -cmd .mode_csv a.db {x}", "sql of sqlite3 -cmd: .mode csv"],
    ["sqlite3 -readonly a.db {x}", "sql of sqlite3: {x}"],
    ["ssh -p 22 host ls {x}", "shell of ssh: ls {x}"],
    ["ssh -o ProxyCommand={x} host", "shell of ssh -o: {x}"],
    ["ssh -oUser={x} host", ""],
    ["su www -c {x}", "shell of su -c: {x}"],
    ["eval echo {x}", "shell of eval: echo {x}"],
    ["env A=b B={y} sh -c {x}", "shell of sh -c: {x}"],
    ["env -S {x}", "shell of env -S: {x}"],
    ["timeout -k 1 5 sh -c {x}", "shell of sh -c: {x}"],
    ["sudo -u www A=b bash -c {x}", "shell of bash -c: {x}"],
    ["xargs -I {} sh -c {x}", "shell of sh -c: {x}"],
    ["docker exec -it -u www box sh -c {x}", "shell of sh -c: {x}"],
    ["docker compose -f a.yml exec box sh -c {x}", "shell of sh -c: {x}"],
    ["kubectl exec pod -c box -- sh -c {x}", "shell of sh -c: {x}"],
    ["find . -exec sh -c {x} ;", "shell of sh -c: {x}"],
    ["git -c user.name={x} commit", ""],
    ["git -c core.pager={x} log", "shell of git -c: {x}"],
    ["git -c {x} log", "git configuration of git -c: {x}"],
    ["git rebase --exec {x} main", "shell of git rebase --exec: {x}"],
    ["git submodule foreach {x}", "shell of git submodule foreach: {x}"],
    ["tar cf a --checkpoint-action=exec={x} b", "shell of tar --checkpoint-action: {x}"],
    ["tar -I {x} -xf a", "shell of tar -I: {x}"],
    ["rsync -e {x} a b", "shell of rsync -e: {x}"],
    ["flock file -c {x}", "shell of sh -c: {x}"],
    ["watch -n 5 ls {x}", "shell of watch: ls {x}"],
    ["ls {x}", ""],
    ["sh script.sh {x}", ""],
  ])("%s: %s", (command, expected) => {
    const found = use(command).scripts.map(
      ({ language, reader, text }) => `${language} of ${reader}: ${written(text)}`,
    );
    expect(found.join(", ")).toBe(expected);
  });
});

test.each([
  ["{x} a", "{x}"],
  ["env {x} a", "{x}"],
  ["timeout 5 {x}", "{x}"],
  ["xargs -n 1 ./{x}", "{x}"],
  ["docker run image {x}", "{x}"],
  ["find . -exec {x} ;", "{x}"],
  ["ls {x}", ""],
])("the program that a value chooses: %s", (command, expected) => {
  expect(
    use(command)
      .programs.map(({ name }) => name)
      .join(),
  ).toBe(expected);
});

test.each([
  ["bash", "shell of bash"],
  ["sh -s", "shell of sh"],
  ["python3 -", "python of python3"],
  ["bash -s a", "shell of bash"],
  ["psql -d db", "sql of psql"],
  ["sudo bash", "shell of bash"],
  ["ssh host", "shell of ssh"],
  ["sh -c ls", ""],
  ["sh file", ""],
  ["cat", ""],
])("what it reads from its standard input: %s", (command, expected) => {
  const { input } = use(command);
  expect(input === undefined ? "" : `${input.language} of ${input.reader}`).toBe(expected);
});
