import type { BundleTarget } from "../4-emit/module.ts";
import type { OutputFile } from "../5-bundle/bundle.ts";
import type { Plan } from "../nouns/plan.ts";
import { kubernetesFiles } from "./kubernetes/kubernetes-files.ts";
import { unitFiles } from "./systemd/unit-files.ts";

/** What `--target` names: what a bundle is when it is run, or what runs it. */
export type BuildTarget = BundleTarget | ManifestTarget | "dbos-mcp";

/** What runs the workflow's command, or the workers of its runs, by manifests beside the bundle. */
export type ManifestTarget = "systemd" | "kubernetes" | "dbos-kubernetes";

/** What the bundle is. */
export function bundleTarget(target: BuildTarget = "command"): BundleTarget {
  if (target === "dbos-kubernetes" || target === "dbos-mcp") return "dbos";
  return isManifestTarget(target) ? "command" : target;
}

/** The manifests of a target; none where the bundle is all. */
export function manifestFiles(plan: Plan, target: BuildTarget = "command"): readonly OutputFile[] {
  if (target === "kubernetes" || target === "dbos-kubernetes") return kubernetesFiles(plan, target);
  return target === "systemd" ? unitFiles(plan) : [];
}

/** Whether there are manifests beside the bundle. */
export function isManifestTarget(target: BuildTarget): target is ManifestTarget {
  return target === "systemd" || target === "kubernetes" || target === "dbos-kubernetes";
}
