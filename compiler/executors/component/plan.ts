import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanEntry } from "../../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { spelling } from "../../spelling/fixes.ts";
import { literalField } from "../../tree/literal-field.ts";
import { checkComponentInputs } from "./check-inputs.ts";

/** A call of the component, or of the runtime library's function for it; one that is unknown is reported. */
export function planComponent(block: ExecutorSyntax, tools: PlanTools): PlanAction | undefined {
  const { options, broken, components, report } = tools;
  const name = literalField(block, "name") ?? "";
  const known = components.get(name);
  const inputs = options.find(({ key }) => key === "with")?.value;
  const given: readonly PlanEntry[] = inputs?.kind === "map" ? inputs.entries : [];
  if (broken || (known === undefined && components.has(name))) return undefined;
  if (known === undefined) {
    const at = block.fields.get("name")?.span ?? block.keySpan;
    const help = `components: ${[...components.keys()].join(", ")}`;
    report("unknown-component", at, `unknown component "${name}"`, {
      help,
      ...spelling(name, components.keys(), at),
    });
    return undefined;
  }
  const { manifest, made } = known;
  checkComponentInputs(block, manifest, given, tools);
  if (made !== undefined) return { runtime: "component", component: made.place, options: given };
  return manifest.native === undefined ? undefined : { runtime: manifest.native, options: given };
}
