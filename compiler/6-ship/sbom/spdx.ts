import { type Addon, type Bill, billId, nodePurl, purl } from "./bill.ts";

/**
 * The bill as SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/). SPDX asks for a time: where none is given it is the
 * beginning of 1970.
 */
export function spdx(bill: Bill): object {
  const { workflow, compilerVersion, options } = bill;
  const parts = partsOf(bill).map((part, index) => ({ SPDXID: `SPDXRef-Package-${index + 1}`, ...part }));
  return {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name: bill.bundle,
    documentNamespace: `https://spdx.org/spdxdocs/flowc-${billId(bill)}`,
    creationInfo: { created: options.created ?? "1970-01-01T00:00:00Z", creators: [`Tool: flowc-${compilerVersion}`] },
    packages: [
      {
        SPDXID: root,
        name: workflow.name,
        ...(workflow.version !== undefined && { versionInfo: workflow.version }),
        ...unknown,
        primaryPackagePurpose: "APPLICATION",
        comment: `sourceHash ${workflow.sourceHash}`,
      },
      ...parts,
    ],
    relationships: [
      relationship("SPDXRef-DOCUMENT", "DESCRIBES", root),
      ...parts.map(({ SPDXID }) => relationship(root, "CONTAINS", SPDXID)),
    ],
  };
}

const root = "SPDXRef-Bundle";

/** What SPDX wants to read of every package, and nobody has looked into. */
const unknown = {
  downloadLocation: "NOASSERTION",
  filesAnalyzed: false,
  licenseConcluded: "NOASSERTION",
  licenseDeclared: "NOASSERTION",
  copyrightText: "NOASSERTION",
};

function partsOf({ packages, addons, options }: Bill): readonly object[] {
  const libraries = packages.map((one) => ({
    name: one.name,
    versionInfo: one.version,
    ...unknown,
    licenseDeclared: one.license,
    primaryPackagePurpose: "LIBRARY",
    externalRefs: [reference(purl(one))],
  }));
  return [...libraries, ...addons.map(fileOf), ...(options.node === undefined ? [] : [nodeOf(options.node)])];
}

function fileOf({ name, sha256 }: Addon): object {
  const checksums = [{ algorithm: "SHA256", checksumValue: sha256 }];
  return { name, ...unknown, primaryPackagePurpose: "FILE", checksums };
}

function nodeOf(version: string): object {
  const externalRefs = [reference(nodePurl(version))];
  return { name: "node", versionInfo: version, ...unknown, primaryPackagePurpose: "FRAMEWORK", externalRefs };
}

function reference(locator: string): object {
  return { referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: locator };
}

function relationship(from: string, relationshipType: string, to: string): object {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to };
}
