import type { Plan } from "../../nouns/plan.ts";

/** The module that a workflow becomes, before its libraries are put in. The heavy phases are loaded only here. */
export async function javascriptOf(plan: Plan, compilerVersion: string): Promise<string> {
  const [{ emitModule }, { emitValidators }, { toJavaScript }] = await Promise.all([
    import("../../4-emit/module.ts"),
    import("../../4-emit/validators.ts"),
    import("../../5-bundle/to-javascript.ts"),
  ]);
  return toJavaScript(emitModule(plan, { compilerVersion, validators: emitValidators(plan).names }));
}
