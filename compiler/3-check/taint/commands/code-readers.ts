import type { ScriptLanguage } from "../../../nouns/sink.ts";

/** What in a script runs a text. */
export interface Run {
  /** What stands before the text, or has it as its first group; global. */
  readonly pattern: RegExp;
  /** As messages name it. */
  readonly name: string;
  /** The language of the text; absent: the script's own. */
  readonly language?: ScriptLanguage;
  /** True where all arguments count, not the first one alone. */
  readonly whole?: true;
}

/** How a language reads what it is given, and runs texts. */
export interface CodeReader {
  readonly language: ScriptLanguage;
  readonly runs: readonly Run[];
  /** A variable of the environment, with its name as first group; global. */
  readonly variable: RegExp;
  readonly argument: RegExp;
  /** The standard input, or the lines of the files among the arguments. */
  readonly input: RegExp;
  /** True where what options define are variables of the script itself. */
  readonly readsVariables?: true;
}

const backticks: Run = { pattern: /`([^`]*)`/g, name: "backticks", language: "shell" };

/** The languages that are looked through for what they run. */
export const codeReaders: Readonly<Record<string, CodeReader>> = {
  awk: {
    language: "awk",
    runs: [
      { pattern: /\bsystem\s*\(/g, name: "system", language: "shell" },
      { pattern: /([^;{}\n]*?)\|&?\s*getline/g, name: "getline", language: "shell" },
      { pattern: /\bprintf?\b[^;{}\n|]*\|&?\s*([^";{}\s][^;{}\n]*)/g, name: "print |", language: "shell" },
      { pattern: /\bprintf?\b([^;{}\n|]*)\|&?\s*"(?:ba|da|z)?sh"/g, name: "print |", language: "shell" },
    ],
    variable: /ENVIRON\s*\[\s*"(\w+)"/g,
    argument: /\bARGV\b/,
    input: /\$[\w(]/,
    readsVariables: true,
  },
  sed: {
    language: "sed",
    runs: [
      { pattern: /(?:^|[;\n{}\d$/])\s*(e)\s*(?=$|[;\n}])/g, name: "sed e", language: "shell" },
      { pattern: /\b(s([^\w\s]).*?\2.*?\2[gpiI\d]*e)/g, name: "sed s///e", language: "shell" },
    ],
    variable: /(?!)()/g,
    argument: /(?!)/,
    input: /^[es]/,
  },
  Perl: {
    language: "Perl",
    runs: [
      { pattern: /\b(?:system|exec)\b\s*\(?/g, name: "system", language: "shell" },
      { pattern: /\bqx\s*[{(/!|]([^})/!|]*)/g, name: "qx", language: "shell" },
      backticks,
      { pattern: /\beval\b\s*\(?(?!\s*\{)/g, name: "eval" },
    ],
    variable: /\$ENV\{\s*["']?(\w+)/g,
    argument: /\$ARGV\b|@ARGV\b|\bshift\b/,
    input: /<(?:STDIN)?>|\$_\b/,
  },
  JavaScript: {
    language: "JavaScript",
    runs: [
      // Not the method of regular expressions.
      {
        pattern: /(?:\bexecSync|(?<![.\w])exec|process["']?\)?\.exec|\bcp\.exec)\s*\(/g,
        name: "exec",
        language: "shell",
      },
      { pattern: /\bspawn(?:Sync)?\s*\((?=[^;\n]*shell\s*:\s*true)/g, name: "spawn", language: "shell", whole: true },
      { pattern: /\b(?:eval|Function|runInThisContext|runInNewContext)\s*\(/g, name: "eval", whole: true },
    ],
    variable: /process\.env(?:\.|\s*\[\s*["'`])(\w+)/g,
    argument: /\bargv\b/,
    input: /process\.stdin|readFileSync\s*\(\s*(?:0|["']\/dev\/stdin)/,
  },
  Ruby: {
    language: "Ruby",
    runs: [
      { pattern: /\b(?:system|exec|spawn|popen)\b\s*\(?/g, name: "system", language: "shell" },
      { pattern: /%x[{([]([^})\]]*)/g, name: "%x", language: "shell" },
      backticks,
      { pattern: /\b(?:instance_|class_)?eval\b\s*\(?/g, name: "eval" },
    ],
    variable: /ENV(?:\.fetch)?\s*[[(]\s*["'](\w+)/g,
    argument: /\bARGV\b/,
    input: /\bgets\b|STDIN|\$stdin|ARGF|\$_\b/,
  },
  PHP: {
    language: "PHP",
    runs: [
      {
        pattern: /\b(?:system|exec|shell_exec|passthru|popen|proc_open)\s*\(/g,
        name: "system",
        language: "shell",
      },
      backticks,
      { pattern: /\beval\s*\(/g, name: "eval" },
    ],
    variable: /(?:getenv\s*\(|\$_(?:ENV|SERVER)\s*\[)\s*["'](\w+)/g,
    argument: /\$argv\b|\$_SERVER\s*\[\s*["']argv/,
    input: /STDIN|php:\/\/stdin|\$argn\b/,
  },
};
