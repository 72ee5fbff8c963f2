import type { ScriptLanguage } from "../../../nouns/sink.ts";

/** What the functions of Python and of its packages do with their arguments, by their full names. */

/** Functions that run their first argument as a script. */
export const pythonReaders: Readonly<Record<string, ScriptLanguage>> = {
  ...named("python", [
    ...["eval", "exec", "compile", "builtins.eval", "builtins.exec", "builtins.compile", "timeit.timeit"],
    ...["pickle.load", "pickle.loads", "pickle.Unpickler", "marshal.loads", "dill.loads", "cloudpickle.loads"],
    ...["joblib.load", "jsonpickle.decode", "yaml.load", "yaml.unsafe_load", "pandas.eval", "sympy.sympify"],
    ...["__import__", "importlib.import_module", "runpy.run_path", "runpy.run_module", "jinja2.Template"],
  ]),
  ...named("shell", [
    ...["os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"],
    ...["asyncio.create_subprocess_shell", "pexpect.spawn", "pexpect.run"],
  ]),
};

/** Methods that run their first argument as a script, on whatever object. */
export const pythonMethods: Readonly<Record<string, ScriptLanguage>> = {
  ...named("sql", ["execute", "executemany", "executescript"]),
  ...named("shell", ["exec_command", "system"]),
  ...named("python", ["from_string", "runsource", "runcode"]),
};

/** Of the readers those whose argument is the path of a file. */
export const pythonFileReaders: ReadonlySet<string> = new Set(["runpy.run_path"]);

/**
 * Functions that start a program, with what stands before its words: `list` has them in one argument, `rest` in all that
 * follow; `named` has the program before that, and its name once more among the words.
 */
export const pythonStarters: Readonly<
  Record<string, { readonly at: number; readonly words: "list" | "rest"; readonly named?: true }>
> = {
  ...starting(
    ["run", "call", "check_call", "check_output", "Popen"].map((name) => `subprocess.${name}`),
    {
      at: 0,
      words: "list",
    },
  ),
  "pty.spawn": { at: 0, words: "list" },
  "asyncio.create_subprocess_exec": { at: 0, words: "rest" },
  ...starting(["os.execv", "os.execvp", "os.execve", "os.execvpe", "os.posix_spawn", "os.posix_spawnp"], {
    at: 0,
    words: "list",
    named: true,
  }),
  ...starting(["os.execl", "os.execlp", "os.execle", "os.execlpe"], { at: 0, words: "rest", named: true }),
  ...starting(["os.spawnv", "os.spawnvp", "os.spawnve"], { at: 1, words: "list", named: true }),
  ...starting(["os.spawnl", "os.spawnlp", "os.spawnle"], { at: 1, words: "rest", named: true }),
};

/** Functions whose results hold nothing that means something in a program. */
export const harmlessFunctions: ReadonlySet<string> = new Set([
  ...["int", "float", "len", "bool", "ord", "hash", "id", "uuid.UUID", "isinstance"],
]);

function named(language: ScriptLanguage, names: readonly string[]): Readonly<Record<string, ScriptLanguage>> {
  return Object.fromEntries(names.map((name) => [name, language]));
}

function starting<How>(names: readonly string[], how: How): Readonly<Record<string, How>> {
  return Object.fromEntries(names.map((name) => [name, how]));
}
