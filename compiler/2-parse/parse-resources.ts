import type { Report } from "../nouns/diagnostic.ts";
import type { MapNode, Node } from "../nouns/node.ts";
import type { ResourceSyntax } from "../nouns/resource-syntax.ts";
import type { Located } from "../nouns/source.ts";
import { field, headSpan, mapField, textField } from "./fields.ts";
import { parseResource } from "./parse-resource.ts";
import { type Shape, validateShape } from "./validate-shape.ts";

/** The resources inline in a document, by its shape. */
export function inlineResources(
  { document, unreadable, strayKeys }: Shape<MapNode>,
  report: Report,
): readonly (ResourceSyntax | undefined)[] {
  const inline = field(document, "resources");
  const items = inline?.kind === "sequence" ? inline.items : [];
  return items.map((item, index) => {
    const own = `/resources/${index}`;
    const inside = unreadable.filter((path) => `${path}/`.startsWith(`${own}/`)).map((path) => path.slice(own.length));
    const isOwn = ({ span }: Located<string>) => item.span.start <= span.start && span.end <= item.span.end;
    return readResource({ document: item, unreadable: inside, strayKeys: strayKeys.filter(isOwn) }, report);
  });
}

/** A resource document. */
export function resourceDocument(written: Node, report: Report): ResourceSyntax | undefined {
  if (isWorkflow(written)) {
    report("schema", headSpan(written), "a second workflow: resource files hold resources only");
    return undefined;
  }
  const { document, unreadable, strayKeys } = validateShape("resource", written, report);
  return readResource({ document, unreadable, strayKeys }, report);
}

interface ShapedResource {
  readonly document: Node;
  /** Paths inside it that cannot be read. */
  readonly unreadable: readonly string[];
  readonly strayKeys: readonly Located<string>[];
}

/** A key that is unknown may be meant as the actionId. */
function readResource({ document, unreadable, strayKeys }: ShapedResource, report: Report): ResourceSyntax | undefined {
  const isNamed = strayKeys.length === 0 || hasActionId(document);
  const resource = isNamed ? parseResource(document, unreadable, report) : undefined;
  return resource && { ...resource, strayKeys };
}

function hasActionId(document: Node): boolean {
  return (
    document.kind === "map" &&
    (field(document, "actionId") ?? field(mapField(document, "metadata"), "actionId")) !== undefined
  );
}

/** What has settings is a workflow, whatever it calls itself: its kind is then reported as wrong. */
export function isWorkflow(document: Node): document is MapNode {
  return (
    textField(document, "kind") === "Workflow" ||
    field(document, "settings") !== undefined ||
    field(document, "resources") !== undefined
  );
}

/** A document without anything in it. */
export function isEmpty(document: Node): boolean {
  return document.kind === "scalar" && document.value === null;
}
