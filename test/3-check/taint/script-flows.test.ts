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

describe("what bash evaluates", () => {
  test.each([
    "echo $((X + 1))",
    "n=$X\n(( n > 1 ))",
    '[[ "$X" -gt 3 ]] && date',
    'echo "${list[$X]}"',
    'echo "${text:$X:1}"',
    'let "n = X + 1"',
    'echo "${X@P}"',
    "declare -i n\nn=$X",
    "[[ -v $X ]] && date",
  ])("%s", (script) => {
    expect(shell(script, "  shell: bash\n")).toEqual([brings('the script of "bash" unquoted')]);
    expect(shell(script)).toEqual([]);
  });

  test.each(['echo "${#X}" "${X:-none}" "${X%a}"', 'declare -A names=([a]=1)\necho "${names[$X]}"'])(
    "and not %s",
    (script) => {
      expect(shell(script, "  shell: bash\n")).toEqual([]);
    },
  );
});

describe("quote() for as many shells as there are", () => {
  const quoted = (script: string) => found(`exec:\n  command: ${JSON.stringify(script)}`);

  test.each(["sh -c {{ quote('ls ' + quote(get('n'))) }}", "echo {{ quote(quote(get('n'))) }}"])(
    "holds: %s",
    (script) => {
      expect(quoted(script)).toEqual([]);
    },
  );

  test.each(["sh -c {{ quote('ls ' + get('n')) }}", "sh -c {{ quote('sh -c ' + quote('ls ' + get('n'))) }}"])(
    "does not hold: %s",
    (script) => {
      expect(quoted(script)).toEqual([brings('the script of "sh -c" unquoted')]);
    },
  );
});

describe("the content of a file that somebody else has given", () => {
  const file = (executor: string) =>
    found(`validations: { check: ["get('file', 'filepath') matches '^[a-z/.]+$'"] }\n${executor}`).map((message) =>
      message.replace(/^.* (?=brings|lets)/, ""),
    );
  const given = `env: { F: "{{ get('file', 'filepath') }}" }`;

  test.each([
    `exec: { command: 'eval "$(cat "$F")"', ${given} }`,
    `exec: { command: 'while read -r line; do eval "$line"; done < "$F"', ${given} }`,
    `exec: { command: 'eval "$(cat {{ get("file", "filepath") }})"' }`,
    `python: { script: "import os; os.system(open(inputs['f']).read())", inputs: { f: "get('file', 'filepath')" } }`,
  ])("is not held by a check of its path: %s", (executor) => {
    expect(file(executor)).toEqual([expect.stringMatching(/^brings the content of the file into the script of /)]);
  });

  test.each([`exec: { command: 'wc -l < "$F"; cat "$F"', ${given} }`])("and may be read: %s", (executor) => {
    expect(file(executor)).toEqual([]);
  });
});

describe("the standard input of a command", () => {
  test.each([
    [`exec: { command: 'read -r line; eval "$line"', stdin: "{{ get('n') }}" }`, 'the script of "eval" unquoted'],
    [`exec: { command: sh, args: [-s], stdin: "{{ get('n') }}" }`, 'the script of "sh" unquoted'],
    [`exec: { command: "xargs -I{} sh -c 'ls {}'", stdin: "{{ get('n') }}" }`, 'the script of "sh -c" unquoted'],
  ])("%s", (executor, where) => {
    expect(found(executor)).toEqual([brings(where)]);
  });

  test("may be read", () => {
    expect(found(`exec: { command: wc, args: [-w], stdin: "{{ get('n') }}" }`)).toEqual([]);
  });
});

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
    ['for one in $X; do\n  eval "$one"\ndone', 'the script of "eval" unquoted'],
    ['set -- $X\neval "$2"', 'the script of "eval" unquoted'],
    ['run() { eval "$1"; }\nrun "$X"', 'the script of "eval" unquoted'],
    ['line() { echo "$1"; }\neval "$(line "$X")"', 'the script of "eval" unquoted'],
    ['run() { while read -r line; do eval "$line"; done; }\necho "$X" | run', 'the script of "eval" unquoted'],
    ['name=X\neval "${!name}"', 'the script of "eval" unquoted'],
    ['declare -n ref=X\neval "$ref"', 'the script of "eval" unquoted'],
    ['printf -v line "%s" "$X"\neval "$line"', 'the script of "eval" unquoted'],
    ['mapfile -t lines <<< "$X"\neval "${lines[0]}"', 'the script of "eval" unquoted'],
    ['echo "$X" > job.sh\nsh job.sh', 'the script of "sh" unquoted'],
    ['echo "$X" | tee conf\n. ./conf', 'the script of "." unquoted'],
    ['echo "$X" > job.sh\n./job.sh', 'the script of "./job.sh" unquoted'],
    ['bash <(echo "$X")', 'the script of "bash" unquoted'],
    ['alias run="$X"', 'the script of "alias" unquoted'],
    ['echo "$X" | xargs -I{} awk "{}"', 'the script of "awk"'],
    ["awk -v line=\"$X\" 'BEGIN { system(line) }'", 'the script of "system" unquoted'],
    ['awk \'BEGIN { cmd = "ls " ENVIRON["X"]; cmd | getline }\'', 'the script of "getline" unquoted'],
    ["perl -e 'my $c = $ENV{X}; system($c)'", 'the script of "system" unquoted'],
    ["node -e 'eval(process.env.X)'", 'the script of "eval"'],
    ["echo \"$X\" | ruby -e 'exec(gets)'", 'the script of "system" unquoted'],
    ["php -r 'system(getenv(\"X\"));'", 'the script of "system" unquoted'],
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
    'for one in $X; do\n  echo "$one"\ndone',
    'run() { eval "$1"; }\nlog() { echo "$1"; }\nrun date\nlog "$X"',
    'echo "$X" > note.txt\nsh job.sh',
    'echo $((count + 1)) "$X"',
    "perl -e 'system(\"ls\", $ENV{X}); print $ENV{X}'",
    "node -e '/a+/.exec(process.env.X)'",
    'awk \'{ print $1 | "sort" }\' "./$X"',
    "xargs -n1 sh -c 'echo \"$0\"' < list",
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
    ['def run(line):\n  eval(line)\nrun(inputs["x"])', 'the script of "eval"'],
    ['def run(n, *, line="1"):\n  eval(line)\nrun(1, line=inputs["x"])', 'the script of "eval"'],
    ['def line():\n  return inputs["x"]\neval(line())', 'the script of "eval"'],
    ["def run(x):\n  eval(x)\nrun(**inputs)", 'the script of "eval"'],
    [
      'class A:\n  def __init__(self, line):\n    self.line = line\n  def run(self):\n    eval(self.line)\nA(inputs["x"]).run()',
      'the script of "eval"',
    ],
    ['run = lambda line: eval(line)\nrun(inputs["x"])', 'the script of "eval"'],
    ['lines = ["1"]\nlines.append(inputs["x"])\neval(lines[1])', 'the script of "eval"'],
    ['job = {}\njob["line"] = inputs["x"]\neval(job["line"])', 'the script of "eval"'],
    ['import os\nrun = os.system\nrun(inputs["x"])', 'the script of "os.system" unquoted'],
    ['import os\ngetattr(os, "system")(inputs["x"])', 'the script of "os.system" unquoted'],
    ['__import__("os").system(inputs["x"])', 'the script of "os.system" unquoted'],
    ['import os\nlist(map(os.system, inputs["x"]))', 'the script of "os.system" unquoted'],
    ['import os\nos.execvp("sh", ["sh", "-c", inputs["x"]])', 'the script of "sh -c" unquoted'],
    ['import os\nos.spawnlp(os.P_WAIT, "sh", "sh", "-c", inputs["x"])', 'the script of "sh -c" unquoted'],
    ['import subprocess\nsubprocess.run(["sh"], input=inputs["x"], text=True)', 'the script of "sh" unquoted'],
    [
      'import subprocess\nwith open("a.sh", "w") as f:\n  f.write(inputs["x"])\nsubprocess.run(["sh", "a.sh"])',
      'the script of "sh" unquoted',
    ],
    ['import yaml\nyaml.load(inputs["x"], Loader=yaml.Loader)', 'the script of "yaml.load"'],
    ["import argparse\nparser = argparse.ArgumentParser()\neval(parser.parse_args().line)", 'the script of "eval"'],
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
    'import subprocess\ncommand = ["grep", "-e"]\ncommand.append(inputs["x"])\nsubprocess.run(command)',
    'import subprocess\nsubprocess.run(["grep", "-e"] + [inputs["x"]])',
    'import subprocess\nsubprocess.run(["sort"], input=inputs["x"], text=True)',
    'import yaml\nyaml.load(inputs["x"], Loader=yaml.SafeLoader)',
    'def show(line):\n  print(line)\nshow(inputs["x"])\neval("1")',
  ])("and is silent for %s", (script) => {
    expect(python(script)).toEqual([]);
  });
});
