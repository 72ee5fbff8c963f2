import { join } from "node:path";
import { bundleName } from "../../5-bundle/bundle-name.ts";
import { type BuildTarget, isManifestTarget, manifestFiles } from "../../6-ship/build-target.ts";
import { inputsOf } from "../../describe/inputs.ts";
import type { Plan } from "../../nouns/plan.ts";
import { UsageError } from "../shared/context.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/** Throws UsageError where manifests cannot start a workflow: nobody gives it the inputs that it needs. */
export function refuseInputs(plans: readonly Plan[], target: BuildTarget): void {
  if (!isManifestTarget(target)) return;
  // Workers are given the inputs of each run, but for those of a schedule.
  const givesNone = ({ server, schedule }: Plan): boolean =>
    !server && (target !== "dbos-kubernetes" || schedule !== undefined);
  for (const plan of plans.filter(givesNone)) {
    const asked = inputsOf(
      plan.resources.filter(({ onDemand }) => !onDemand),
      plan,
    );
    const needed = asked.filter(({ required, schema }) => required && schema["default"] === undefined);
    if (needed.length === 0) continue;
    const names = needed.map(({ name }) => `"${name}"`).join(", ");
    const message = `${plan.source.path} needs ${needed.length === 1 ? "the input" : "the inputs"} ${names}`;
    throw new UsageError(`${message}, which --target ${target} cannot give: declare a default in settings.inputs`);
  }
}

/** Throws where files of somebody else stand in the places of manifests. */
export function refuseForeignManifests(plans: readonly Plan[], target: BuildTarget, folder: string): void {
  for (const plan of plans)
    for (const file of manifestFiles(plan, target))
      if (file.kind === "text") refuseForeign(join(folder, file.name), file.text, `--target ${target}`);
}

/** Throws UsageError where the manifests of two workflows, by name, would be the same files. */
export function refuseSameManifests(plans: readonly Plan[], target: BuildTarget): void {
  const makers = new Map<string, string>();
  for (const plan of plans) {
    for (const { name } of manifestFiles(plan, target)) {
      const other = makers.get(name);
      if (other !== undefined)
        throw new UsageError(
          `${other} and ${bundleName(plan.name)} would both write ${name}: build each into a folder of its own, with -o`,
        );
      makers.set(name, bundleName(plan.name));
    }
  }
}
