import { type Addon, type Bill, billId, nodePurl, purl } from "./bill.ts";

/** The bill as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
export function cyclonedx(bill: Bill): object {
  const { workflow, compilerVersion, options } = bill;
  const components = componentsOf(bill);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${billId(bill)}`,
    version: 1,
    metadata: {
      ...(options.created !== undefined && { timestamp: options.created }),
      tools: { components: [{ type: "application", name: "flowc", version: compilerVersion }] },
      component: {
        type: "application",
        "bom-ref": bill.bundle,
        name: workflow.name,
        ...(workflow.version !== undefined && { version: workflow.version }),
        properties: [{ name: "flowc:sourceHash", value: workflow.sourceHash }],
      },
    },
    components,
    dependencies: [{ ref: bill.bundle, dependsOn: components.map((component) => component["bom-ref"]) }],
  };
}

interface Component {
  readonly type: "library" | "platform" | "file";
  readonly "bom-ref": string;
  readonly name: string;
}

function componentsOf({ packages, addons, options }: Bill): readonly Component[] {
  const libraries = packages.map((one) => ({
    type: "library" as const,
    "bom-ref": purl(one),
    ...scoped(one.name),
    version: one.version,
    licenses: [{ expression: one.license }],
    purl: purl(one),
  }));
  return [...libraries, ...addons.map(fileOf), ...(options.node === undefined ? [] : [nodeOf(options.node)])];
}

function scoped(full: string): { readonly group?: string; readonly name: string } {
  const [, group, name] = /^(@[^/]+)\/(.+)$/.exec(full) ?? [];
  return group === undefined || name === undefined ? { name: full } : { group, name };
}

function fileOf({ name, sha256 }: Addon): Component {
  return { type: "file", "bom-ref": name, name, ...{ hashes: [{ alg: "SHA-256", content: sha256 }] } };
}

function nodeOf(version: string): Component {
  const id = nodePurl(version);
  return { type: "platform", "bom-ref": id, name: "node", ...{ version, purl: id } };
}
