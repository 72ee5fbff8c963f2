import type { ComponentManifest, InputCondition } from "../nouns/component.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { LoadedFile } from "../nouns/loaded.ts";
import type { Node } from "../nouns/node.ts";
import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  mapType,
  stringType,
  type ValueType,
} from "../nouns/value-type.ts";
import { plainNode } from "../tree/plain-data.ts";
import { field, mapField, textField, versionField } from "./fields.ts";
import { validateShape } from "./validate-shape.ts";

const types: Readonly<Record<string, ValueType>> = {
  string: stringType,
  int: intType,
  float: floatType,
  bool: boolType,
  array: arrayOf(anyType),
  map: mapType,
  any: anyType,
};

/** Reads the manifest of a built-in component. Undefined where it cannot be used; what is wrong has been reported. */
export function parseComponent(file: LoadedFile, report: Report): ComponentManifest | undefined {
  const document = file.documents[0];
  if (document === undefined || validateShape("component", document, report).unreadable.length > 0) return undefined;
  return manifestOf(document);
}

/** The manifest in a document of the right shape. */
export function manifestOf(document: Node): ComponentManifest {
  const contract = mapField(document, "interface");
  const metadata = mapField(document, "metadata");
  return {
    name: textField(metadata, "name") ?? "",
    description: textField(metadata, "description"),
    version: versionField(metadata, "version")?.value,
    native: textField(document, "native"),
    inputs: items(field(contract, "inputs")).map((node) => ({
      ...nameAndType(node),
      description: textField(node, "description"),
      required: fieldValue(node, "required") === true,
      requiredWhen: fieldValue(node, "requiredWhen") as InputCondition | undefined,
      default: fieldValue(node, "default"),
      values: fieldValue(node, "enum") as readonly unknown[] | undefined,
    })),
    outputs: items(field(contract, "outputs")).map((node) => ({
      ...nameAndType(node),
      when: fieldValue(node, "when") as InputCondition | undefined,
    })),
  };
}

/** The name and type of an input or output; any where no type is given. */
export function nameAndType(node: Node): { readonly name: string; readonly type: ValueType } {
  return { name: textField(node, "name") ?? "", type: types[textField(node, "type") ?? "any"] ?? anyType };
}

/** The items of a list. */
export function items(node: Node | undefined): readonly Node[] {
  return node?.kind === "sequence" ? node.items : [];
}

function fieldValue(node: Node, key: string): unknown {
  const value = field(node, key);
  return value === undefined ? undefined : plainNode(value);
}
