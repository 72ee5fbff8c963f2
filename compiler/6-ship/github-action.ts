import { actionId, actionShape, placeOfInput } from "../4-emit/github-action.ts";
import { inputsOf } from "../4-emit/inputs.ts";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import type { Plan, PlanInput } from "../plan.ts";
import { sortDiagnostics } from "../sort-diagnostics.ts";

/** The runtime that actions have; flowc's bundles need Node 22, and GitHub has none between 20 and 24. */
const runtime = "node24";

/** Inputs that cannot be inputs of an action: names that GitHub does not take or does not tell apart. */
export function actionProblems(plan: Plan): readonly Diagnostic[] {
  const seen = new Map<string, string>();
  const problems = inputsInOrder(plan).flatMap(({ name }) => {
    const twin = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    const place = placeOfInput(plan, name);
    if (!actionId.test(name))
      return [diagnostic("schema", place, `"${name}" cannot be an input of an action of GitHub: ${rule}`)];
    if (twin === undefined) return [];
    return [diagnostic("schema", place, `GitHub does not tell the inputs "${twin}" and "${name}" apart`)];
  });
  return sortDiagnostics(problems);
}

const rule = "names have letters, digits, _ and -, and start with a letter or _";

/**
 * The `action.yml` beside the bundle `main` (GitHub's "Metadata syntax for GitHub Actions"). A build replaces only one
 * that begins with the same line: it has to stay as it is from one flowc to the next.
 */
export function actionFile(plan: Plan, main: string): OutputFile {
  const { outputs, fileInput } = actionShape(plan);
  const target = plan.resources.find(({ id }) => id === plan.target);
  const description = plan.description ?? target?.description ?? `Runs the workflow ${plan.name}`;
  const inputs = inputsInOrder(plan).map((input) => inputEntry(plan, input));
  const file = fileInput === undefined ? [] : [entry(fileInput, [["description", "Path of the file to read"]])];
  const results = [
    entry("result", [["description", "The result: text as it is, all else as JSON"]]),
    ...outputs.names.map((name) => entry(name, [["description", `The field ${name} of the result`]])),
  ];
  const text = [
    `# Written by flowc build --target github-action for ${main}; the next build replaces it.\n`,
    `name: ${quoted(plan.name)}\ndescription: ${quoted(description)}\n`,
    section("inputs", [...inputs, ...file]),
    section("outputs", results),
    `runs:\n  using: ${quoted(runtime)}\n  main: ${quoted(main)}\n`,
  ].join("");
  return { kind: "text", name: "action.yml", text, executable: false };
}

/** As they are declared, else by name. */
function inputsInOrder({ declaredInputs, inputs }: Plan): readonly PlanInput[] {
  if (declaredInputs === undefined) return inputs;
  return declaredInputs.flatMap(({ name }) => inputs.filter((input) => input.name === name));
}

type Field = readonly [key: string, value: string | boolean];

function inputEntry(plan: Plan, { name, described }: PlanInput): string {
  const [asked] = inputsOf(
    plan.resources.filter(({ onDemand }) => !onDemand),
    plan,
  ).filter((input) => input.name === name);
  const required = described?.required === true || asked?.required === true;
  const isJson = [described?.schema["type"]].flat().some((type) => type === "array" || type === "object");
  const about = described?.description ?? `The input ${name}`;
  const fallback = defaultText(described?.default, described?.schema["type"]);
  return entry(name, [
    ["description", isJson ? `${about} (JSON)` : about],
    ["required", required],
    ...(fallback === undefined ? [] : [["default", fallback] as const]),
  ]);
}

/**
 * A default as the text that the runner hands over, where the bundle would read the same value from it. Where not, and
 * where GitHub would evaluate an expression in it, it is left out: the bundle knows it too.
 */
function defaultText(value: unknown, type: unknown): string | undefined {
  const keepsText = type === undefined || [type].flat().includes("string");
  const text = typeof value === "string" ? value : (JSON.stringify(value) as string | undefined);
  if (text === undefined || value === null || text.includes("${{") || text !== text.trim()) return undefined;
  return keepsText === (typeof value === "string") ? text : undefined;
}

function section(name: string, entries: readonly string[]): string {
  return entries.length === 0 ? "" : `${name}:\n${entries.join("")}`;
}

function entry(name: string, fields: readonly Field[]): string {
  const lines = fields.map(([key, value]) => `    ${key}: ${typeof value === "string" ? quoted(value) : value}\n`);
  return `  ${isWord.test(name) ? quoted(name) : name}:\n${lines.join("")}`;
}

/** Names that YAML may take for a value of another kind. */
const isWord = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/**
 * A scalar of YAML in double quotes, with every character escaped that YAML 1.2 does not take as it is. What GitHub would
 * take for an expression is none.
 */
function quoted(text: string): string {
  return JSON.stringify(text.replaceAll("${{", "$ {{")).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
