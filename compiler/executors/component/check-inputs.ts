import type { ComponentInput, ComponentManifest, InputCondition } from "../../nouns/component.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanEntry, PlanValue } from "../../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import type { ValueEntry } from "../../nouns/value-syntax.ts";
import { typeName, type ValueType } from "../../nouns/value-type.ts";
import { spelling } from "../../spelling/fixes.ts";
import { nearest } from "../../spelling/nearest.ts";

/**
 * Holds the `with` of a component block against the component's manifest: unknown names, what is missing, values and
 * types that do not fit (`component-input`). What is only known at run time is left to the run.
 */
export function checkComponentInputs(
  executor: ExecutorSyntax,
  manifest: ComponentManifest,
  given: readonly PlanEntry[],
  { typeOf, report }: Pick<PlanTools, "typeOf" | "report">,
): void {
  const written = executor.fields.get("with");
  const at = written?.span ?? executor.keySpan;
  const empty = written === undefined || (written.kind === "literal" && written.value === null);
  if (!empty && written.kind !== "map") {
    report("component-input", at, '"with" must be a map of inputs');
    return;
  }
  const entries = written?.kind === "map" ? written.entries : [];
  checkNames(entries, manifest, report);
  const meant = given.map(({ key, value }) => ({ key: meantInput(key, manifest), value }));
  // A name that is near to none may stand for what is missing: that is one mistake.
  const isKnown = ({ key }: PlanEntry) => manifest.inputs.some(({ name }) => name === key);
  const namesAllKnown = meant.every(isKnown);
  for (const input of manifest.inputs) {
    const value = meant.find(({ key }) => key === input.name)?.value;
    const span = entries.find(({ key }) => meantInput(key.value, manifest) === input.name)?.value.span ?? at;
    const missing = value === undefined || (value.kind === "constant" && value.value === null);
    if (missing && namesAllKnown) checkMissing(input, { manifest, given: meant, span: executor.keySpan }, report);
    else if (!missing) checkValue(input, { value, type: typeOf(value), span }, report);
  }
}

/** The input that a key stands for: a misspelled one, which is reported, for the one that it is nearest to. */
export function meantInput(key: string, { inputs }: ComponentManifest): string {
  const names = inputs.map(({ name }) => name);
  return names.includes(key) ? key : (nearest(key, names) ?? key);
}

function checkNames(entries: readonly ValueEntry[], manifest: ComponentManifest, report: Report): void {
  const names = manifest.inputs.map(({ name }) => name);
  for (const { key } of entries.filter((entry) => !names.includes(entry.key.value))) {
    const left = names.filter((name) => !entries.some((entry) => entry.key.value === name));
    const extras = { help: `inputs: ${names.join(", ")}`, ...spelling(key.value, left, key.span) };
    report("component-input", key.span, `the component "${manifest.name}" has no input "${key.value}"`, extras);
  }
}

interface Block {
  readonly manifest: ComponentManifest;
  readonly given: readonly PlanEntry[];
  readonly span: Span;
}

function checkMissing(input: ComponentInput, block: Block, report: Report): void {
  if (input.default !== undefined) return;
  const condition = input.requiredWhen;
  if (!input.required && (condition === undefined || !holds(condition, block))) return;
  const when =
    condition === undefined
      ? ""
      : ` when ${Object.entries(condition)
          .map(([name, value]) => `${name} is ${value}`)
          .join(" and ")}`;
  const message = `the component "${block.manifest.name}" needs the input "${input.name}"${when}`;
  report("component-input", block.span, message, { help: `add "${input.name}: …" under "with"` });
}

/** True where the condition is known to hold at build time. */
function holds(condition: InputCondition, { manifest, given }: Block): boolean {
  return Object.entries(condition).every(([name, wanted]) => {
    const value = given.find(({ key }) => key === name)?.value;
    if (value === undefined) return manifest.inputs.find((input) => input.name === name)?.default === wanted;
    return value.kind === "constant" && value.value === wanted;
  });
}

interface Given {
  readonly value: PlanValue;
  readonly type: ValueType;
  readonly span: Span;
}

function checkValue(input: ComponentInput, { value, type, span }: Given, report: Report): void {
  if (value.kind === "constant" && input.values !== undefined && !input.values.includes(value.value)) {
    const allowed = input.values.map(String);
    const extras = { help: `allowed: ${allowed.join(", ")}`, ...spelling(String(value.value), allowed, span, "fixed") };
    report("component-input", span, `"${value.value}" is not a value of the input "${input.name}"`, extras);
    return;
  }
  if (fits(type, input.type)) return;
  const help = input.type.kind === "string" ? "write json(…) around it for its JSON text" : undefined;
  report("component-input", span, `the input "${input.name}" takes ${typeName(input.type)}, found ${typeName(type)}`, {
    help,
  });
}

/** Numbers and bools are taken for text, as templates take them; nil may still turn out to be something. */
function fits(type: ValueType, wanted: ValueType): boolean {
  if (type.kind === "any" || wanted.kind === "any" || type.kind === wanted.kind || type.kind === "nil") return true;
  if (wanted.kind === "string") return type.kind === "int" || type.kind === "float" || type.kind === "bool";
  return wanted.kind === "float" && type.kind === "int";
}
