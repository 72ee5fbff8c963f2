import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const codes = ["shell-injection", "code-injection", "sql-injection", "option-injection"];
/** The findings about a resource with this executor, without places. */
const found = (executor: string) =>
  codes.flatMap((code) =>
    reported(`${head}actionId: a\n${executor}\n`, code)
      .filter((line) => !line.startsWith(" "))
      .map((line) => line.replace(/^\S+ /, "")),
  );
const shell = (script: string, more = "") =>
  found(`exec:\n  command: |\n${script.replaceAll(/^/gm, "    ")}\n  env: { X: "{{ get('n') }}" }\n${more}`);
const python = (script: string) =>
  found(
    `python:\n  script: |\n${script.replaceAll(/^/gm, "    ")}\n  inputs: { x: "{{ get('n') }}" }\n  args: ["{{ get('n') }}"]`,
  );
const brings = (where: string) => `"get('n')" brings the input "n" into ${where}`;

describe("what a shell script does with its variables", () => {
  test.each([
    ['eval "ls $X"', 'the script of "eval" unquoted'],
    ["sh -c \"echo '$X'\"", 'the script of "sh -c" inside quotes, which do not protect it'],
    ['line="ls $X"\nbash -c "$line"', 'the script of "bash -c" unquoted'],
    ['echo "$X" | tee log | bash -s', 'the script of "bash" unquoted'],
    ["sh <<EOF\nls $X\nEOF", 'the script of "sh" unquoted'],
    ['read -r line <<< "$X"\neval "$line"', 'the script of "eval" unquoted'],
    ['python3 -c "print($X)"', 'the script of "python3 -c"'],
    ['Y=${X:-a}\nsqlite3 a.db "select $Y"', 'the SQL statement of "sqlite3"'],
    ['sh -c "sh -c \\"ls $X\\""', 'the script of "sh -c" inside quotes, which do not protect it'],
    ['ls $(echo "$X" | sh)', 'the script of "sh" unquoted'],
    ["echo \"$X\" | xargs -I{} sh -c 'ls {}'", 'the script of "sh -c" unquoted'],
    ["find . -exec sh -c \"ls $X\" ';'", 'the script of "sh -c" unquoted'],
  ])("%s", (script, where) => {
    expect(shell(script)).toEqual([brings(where)]);
  });

  test.each([
    ['$X "a file"', `"get('n')" lets the input "n" choose the program that is started`],
    ['rm -f "$X"', `"get('n')" lets the input "n" be an option of rm, such as -rf`],
  ])("%s", (script, message) => {
    expect(shell(script)).toEqual([message]);
  });

  test.each([
    'echo "$X"',
    "sh -c 'echo \"$X\"'",
    'sh -c \'echo "$1"\' sh "$X"',
    'X=fixed\neval "$X"',
    'printf "%s\\n" "$X" | sort',
    "sh <<'EOF'\nls \"$X\"\nEOF",
    'rm -f -- "$X"',
    'rm -f "./$X"',
    'python3 - "$X" <<EOF\nprint(1)\nEOF',
    "awk -v x=\"$X\" '{ print x }' file",
  ])("and is silent for %s", (script) => {
    expect(shell(script)).toEqual([]);
  });

  test("quotes that a second shell takes away", () => {
    const quoted = (script: string) => found(`exec: { command: "${script}" }`);
    expect(quoted("sh -c {{ quote('ls ' + get('n')) }}")).toHaveLength(1);
    expect(quoted("eval ls {{ quote(get('n')) }}")).toHaveLength(1);
    expect(quoted("ssh host ls {{ quote(get('n')) }}")).toHaveLength(1);
    expect(quoted("ls {{ quote(get('n')) }}")).toEqual([]);
  });

  test("arguments, by their places", () => {
    const given = (script: string) => found(`exec: { command: '${script}', args: [a, "{{ get('n') }}"] }`);
    expect(given('eval "$2"')).toEqual([brings('the script of "eval" unquoted')]);
    expect(given('eval "echo $*"')).toHaveLength(1);
    expect(given('eval "$1"')).toEqual([]);
    expect(found(`exec: { command: sh, args: [-c, 'eval "$1"', sh, "{{ get('n') }}"] }`)).toHaveLength(1);
  });

  test("variables that programs run by themselves", () => {
    const given = (name: string) => found(`exec: { command: git fetch, env: { ${name}: "{{ get('n') }}" } }`);
    expect(given("GIT_SSH_COMMAND")).toEqual([brings('the script of "GIT_SSH_COMMAND" unquoted')]);
    expect(given("GIT_AUTHOR_NAME")).toEqual([]);
  });
});

describe("what a Python script does with what it is given", () => {
  test.each([
    ['eval(inputs["x"])', 'the script of "eval"'],
    ['code = "1 + " + inputs.get("x")\nexec(code)', 'the script of "exec"'],
    ["import os\nos.system(f\"ls {inputs['x']}\")", 'the script of "os.system" unquoted'],
    ['import subprocess as s\ns.run("ls " + inputs["x"], shell=True)', 'the script of "subprocess.run" unquoted'],
    ['import subprocess\nsubprocess.run(["sh", "-c", inputs["x"]])', 'the script of "sh -c" unquoted'],
    ["import sys\neval(sys.argv[1])", 'the script of "eval"'],
    ['import pickle\npickle.loads(inputs["x"])', 'the script of "pickle.loads"'],
    ['cursor.execute("select " + inputs["x"])', 'the SQL statement of "execute"'],
    ['for x in inputs["x"]:\n  eval(x)', 'the script of "eval"'],
  ])("%s", (script, where) => {
    expect(python(script)).toEqual([brings(where)]);
  });

  test.each([
    'print(inputs["x"])',
    'eval("1 + 1")',
    'import subprocess\nsubprocess.run(["ls", "--", inputs["x"]])',
    'import os, shlex\nos.system("ls " + shlex.quote(inputs["x"]))',
    'eval(str(int(inputs["x"])))',
    'cursor.execute("select ?", [inputs["x"]])',
    'import json\njson.loads(inputs["x"])',
  ])("and is silent for %s", (script) => {
    expect(python(script)).toEqual([]);
  });
});
