import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../diagnostic.ts";
import type { LoadedFile } from "../syntax.ts";
import { readYaml } from "./read-yaml.ts";

/** The manifests `<name>/component.yaml` below a folder, in the order of their names. */
export function readComponents(folder: string, report: Report): readonly LoadedFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  return names.flatMap((name) => {
    const path = join(folder, name, "component.yaml");
    if (!existsSync(path)) return [];
    return [readYaml({ path, name: `components/${name}/component.yaml`, text: readFileSync(path, "utf8") }, report)];
  });
}
