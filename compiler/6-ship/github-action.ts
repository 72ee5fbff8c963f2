import type { OutputFile } from "../5-bundle/bundle.ts";
import { actionId, actionShape, placeOfInput } from "../describe/github-action.ts";
import { inputsOf } from "../describe/inputs.ts";
import { type Diagnostic, diagnostic } from "../nouns/diagnostic.ts";
import type { Plan, PlanInput } from "../nouns/plan.ts";
import { sortDiagnostics } from "../nouns/sort-diagnostics.ts";
import { yamlText } from "./yaml-text.ts";

/** The runtime that actions have; flowc's bundles need Node 22.14, and GitHub has none between 20 and 24. */
const runtime = "node24";

/** Inputs that cannot be inputs of an action: names that GitHub does not take or cannot distinguish. */
export function actionProblems(plan: Plan): readonly Diagnostic[] {
  const seen = new Map<string, string>();
  const problems = inputsInOrder(plan).flatMap(({ name }) => {
    const twin = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    const place = placeOfInput(plan, name);
    if (!actionId.test(name))
      return [diagnostic("invalid-name", place, `"${name}" cannot be an input of an action of GitHub: ${rule}`)];
    if (twin === undefined) return [];
    return [diagnostic("invalid-name", place, `GitHub reads the inputs "${twin}" and "${name}" as one`)];
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
  const inputs = inputsInOrder(plan).map((input) => [input.name, inputFields(plan, input)] as const);
  const file = fileInput === undefined ? [] : [[fileInput, { description: "Path of the file to read" }] as const];
  const results = outputs.names.map((name) => [name, { description: `The field ${name} of the result` }] as const);
  const all = [...inputs, ...file];
  const text = yamlText({
    name: literalText(plan.name),
    description: literalText(description),
    ...(all.length > 0 && { inputs: Object.fromEntries(all) }),
    outputs: { result: { description: "The result: text as it is, all else as JSON" }, ...Object.fromEntries(results) },
    runs: { using: runtime, main },
  });
  const head = `# Written by flowc build --target github-action for ${main}; the next build replaces it.\n`;
  return { kind: "text", name: "action.yml", text: head + text, executable: false };
}

/** As they are declared, else by name. */
function inputsInOrder({ declaredInputs, inputs }: Plan): readonly PlanInput[] {
  if (declaredInputs === undefined) return inputs;
  return declaredInputs.flatMap(({ name }) => inputs.filter((input) => input.name === name));
}

function inputFields(plan: Plan, { name, described }: PlanInput): Readonly<Record<string, string | boolean>> {
  const [asked] = inputsOf(
    plan.resources.filter(({ onDemand }) => !onDemand),
    plan,
  ).filter((input) => input.name === name);
  const required = described?.required === true || asked?.required === true;
  const isJson = [described?.schema["type"]].flat().some((type) => type === "array" || type === "object");
  const about = described?.description ?? `The input ${name}`;
  const fallback = defaultText(described?.default, described?.schema["type"]);
  return {
    description: literalText(isJson ? `${about} (JSON)` : about),
    required,
    ...(fallback !== undefined && { default: fallback }),
  };
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

/** A text in which GitHub finds no expression. */
function literalText(text: string): string {
  return text.replaceAll("${{", "$ {{");
}
