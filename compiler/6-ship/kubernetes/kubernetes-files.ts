import type { OutputFile } from "../../5-bundle/bundle.ts";
import { bundleName } from "../../5-bundle/bundle-name.ts";
import type { Plan } from "../../nouns/plan.ts";
import { yamlText } from "../yaml-text.ts";
import { clusterObjects } from "./objects.ts";
import { imageTag, workloadOf } from "./workload.ts";

/** The objects of a workflow for Kubernetes, and a base of Kustomize that holds them. */
export function kubernetesFiles(
  plan: Plan,
  target: "kubernetes" | "dbos-kubernetes" = "kubernetes",
): readonly (OutputFile & { readonly kind: "text" })[] {
  const bundle = `${bundleName(plan.name)}.mjs`;
  const workload = workloadOf(plan, target === "dbos-kubernetes");
  const objects = `${workload.name}.kubernetes.yaml`;
  // A build replaces only files that begin with this line: it has to stay as it is from one flowc to the next.
  const head = `# Written by flowc build --target ${target} for ${bundle}; the next build replaces it.\n`;
  const file = (name: string, text: string) => ({ name, kind: "text", text: head + text, executable: false }) as const;
  const elsewhere = "# Some paths of files are only known when it runs: their folders need a volume too.\n";
  const documents = clusterObjects(plan, workload).map(({ data, comments }) => yamlText(data, comments));
  return [
    file(objects, `${workload.filesElsewhere ? elsewhere : ""}---\n${documents.join("---\n")}`),
    file(
      "kustomization.yaml",
      yamlText(
        {
          apiVersion: "kustomize.config.k8s.io/v1beta1",
          kind: "Kustomization",
          resources: [objects],
          images: [{ name: workload.name, newTag: imageTag(plan) }],
        },
        [[["images"], "Put changes into an overlay: a folder with a kustomization.yaml of its own."]],
      ),
    ),
  ];
}
