import { namesIn } from "../executors/names-in.ts";
import type { ComponentInput, ComponentManifest } from "../nouns/component.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { LoadedComponent } from "../nouns/loaded.ts";
import type { MapNode } from "../nouns/node.ts";
import type { InputSyntax, ResourceSyntax } from "../nouns/resource-syntax.ts";
import type { Scripts } from "../nouns/script-file.ts";
import type { Located } from "../nouns/source.ts";
import { span } from "../nouns/source.ts";
import { type ComponentSyntax, emptyWorkflow, type OutputSyntax, type WorkflowSyntax } from "../nouns/syntax.ts";
import { field, headSpan, locatedText, mapField } from "./fields.ts";
import { namedScripts } from "./named-scripts.ts";
import { items, manifestOf, nameAndType } from "./parse-component.ts";
import { inlineResources, isEmpty, resourceDocument } from "./parse-resources.ts";
import { type Shape, validateShape } from "./validate-shape.ts";

/** Components by name; undefined for one that cannot be used, which has been reported. */
export type ParsedComponents = ReadonlyMap<string, ComponentSyntax | undefined>;

/** Where names of components are looked up. */
interface Place {
  /** The names that lead here from the workflow. */
  readonly path: readonly string[];
  /** What lies in the `components` folder here. */
  readonly here: readonly LoadedComponent[];
  /** Names of what lies in the folders around, out of reach from here. */
  readonly around: ReadonlySet<string>;
  readonly builtIn: ReadonlySet<string>;
  /** The name by which a component is looked up; undefined for one that is checked by itself, wherever it lies. */
  readonly folderName?: string;
}

/**
 * Parses the components that resources name, and those that these name, each once however often it is named. A name
 * means the component of that name in the `components` folder beside, else one that is built in.
 */
export function parseComponents(
  resources: readonly ResourceSyntax[],
  available: { readonly beside: readonly LoadedComponent[]; readonly builtIn: ReadonlySet<string> },
  report: Report,
): ParsedComponents {
  const { beside, builtIn } = available;
  return namedBy(resources, { path: [], here: beside, around: new Set(), builtIn }, report);
}

/** Parses one component as the only one there is. */
export function parseOneComponent(
  loaded: LoadedComponent,
  builtIn: ReadonlySet<string>,
  report: Report,
): ComponentSyntax | undefined {
  return parseLoaded(loaded, { path: [], here: [], around: new Set(), builtIn }, report);
}

function namedBy(resources: readonly ResourceSyntax[], place: Place, report: Report): ParsedComponents {
  const parsed = new Map<string, ComponentSyntax | undefined>();
  for (const name of resources.flatMap(componentName)) {
    if (parsed.has(name.value)) continue;
    const loaded = place.here.find((candidate) => candidate.name === name.value);
    if (loaded !== undefined) parsed.set(name.value, parseLoaded(loaded, { ...place, folderName: name.value }, report));
    else if (isOutOfReach(name, place, report)) parsed.set(name.value, undefined);
  }
  return parsed;
}

function componentName({ executors: [executor] }: ResourceSyntax): readonly Located<string>[] {
  return executor === undefined ? [] : namesIn(executor, "component");
}

/** A component that names itself, or one around it: it would never end, or depend on what is not its own. */
function isOutOfReach({ value, span: at }: Located<string>, { path, around, builtIn }: Place, report: Report): boolean {
  const outer = path.at(-1);
  if (outer === undefined || builtIn.has(value)) return false;
  const start = path.indexOf(value);
  if (start >= 0) {
    const way = [...path.slice(start), value].map((name) => `"${name}"`).join(" → ");
    const message =
      start === path.length - 1 ? `the component "${value}" uses itself` : `these components use each other: ${way}`;
    report("dependency-cycle", at, message, { help: "a component can only use other components" });
    return true;
  }
  if (!around.has(value)) return false;
  report("outside-component", at, `the component "${value}" lies outside of the component "${outer}"`, {
    help: `a component brings its own along: put it into components/${value} in the folder of "${outer}"`,
  });
  return true;
}

function parseLoaded(loaded: LoadedComponent, place: Place, report: Report): ComponentSyntax | undefined {
  const { source, documents, broken: isBroken } = loaded.manifest;
  for (const path of loaded.outside) {
    const message = `"${path}" leads out of the folder of the component "${loaded.name}"`;
    report("outside-component", span(source, 0, 0), message, { help: "put the file itself there, not a link" });
  }
  for (const { code, span: at, message, ...extras } of loaded.findings) report(code, at, message, extras);
  const written = documents[0];
  if (written?.kind !== "map") {
    if (!isBroken) report("schema", span(source, 0, 0), "the file holds no component: it needs metadata and resources");
    return undefined;
  }
  const shape = validateShape("component", written, report);
  const { document } = shape;
  const broken = shape.unreadable.filter((path) => !/^\/resources\/\d/.test(path));
  const usable = broken.length === 0 && isUsable(document, place.folderName, report);
  // What its resources have wrong is reported all the same, where there are some that can be read.
  const hasBody = field(document, "resources") !== undefined && !broken.some((at) => at.startsWith("/resources"));
  if (!usable && !hasBody) return undefined;
  const manifest = manifestOf(document);
  const path = [...place.path, place.folderName ?? manifest.name];
  const around = new Set([...place.around, ...place.here.map(({ name }) => name)]);
  const body = bodyOf(loaded, document, { manifest, shape, report });
  if (!usable) return undefined;
  return {
    place: path.join("/"),
    manifest,
    outputs: outputsOf(document),
    body,
    scripts: scriptsOf(loaded, body, report),
    ignores: [loaded.manifest, ...loaded.resources].flatMap((file) => file.ignores),
    components: namedBy(body.resources, { ...place, path, here: loaded.components, around }, report),
  };
}

/** The scripts that a component names; a link out of its folder is reported. */
function scriptsOf(loaded: LoadedComponent, body: WorkflowSyntax, report: Report): Scripts {
  const scripts = namedScripts(body, loaded.scripts, report);
  for (const name of scripts.keys()) {
    if (loaded.linkedScripts.has(name))
      report("outside-component", body.span, `"${name}" leads out of the folder of the component "${body.name.value}"`);
  }
  return scripts;
}

/** What the shape alone does not show. */
function isUsable(document: MapNode, folderName: string | undefined, report: Report): boolean {
  const name = locatedText(field(mapField(document, "metadata"), "name"));
  const native = field(document, "native");
  if (native !== undefined) report("schema", native.span, '"native" is for the components that are built into flowc');
  const differs = name !== undefined && folderName !== undefined && name.value !== folderName;
  if (differs) {
    report("invalid-name", name.span, `the component in the folder "${folderName}" is named "${name.value}"`, {
      help: `rename the folder, or write "name: ${folderName}"`,
    });
  }
  return native === undefined && !differs;
}

interface BodyParts {
  readonly manifest: ComponentManifest;
  readonly shape: Shape<MapNode>;
  readonly report: Report;
}

function bodyOf(loaded: LoadedComponent, document: MapNode, { manifest, shape, report }: BodyParts) {
  const others = [...loaded.manifest.documents.slice(1), ...loaded.resources.flatMap(({ documents }) => documents)];
  const read = [
    ...inlineResources({ ...shape, document }, report),
    ...others.filter((other) => !isEmpty(other)).map((other) => resourceDocument(other, report)),
  ];
  const resources = read.filter((resource) => resource !== undefined);
  const { source } = loaded.manifest;
  const last = resources.at(-1);
  const result = locatedText(field(mapField(document, "interface"), "result"));
  if (read.length === 0) report("schema", headSpan(document), `the component "${manifest.name}" has no resources`);
  return {
    ...emptyWorkflow(source, { value: manifest.name, span: headSpan(document) }),
    kind: "component" as const,
    target: result ?? (last && { value: last.id, span: last.span }),
    inputs: inputsOf(document, manifest),
    resources,
    strayKeys: shape.strayKeys,
    complete:
      read.length > 0 &&
      resources.length === read.length &&
      ![loaded.manifest, ...loaded.resources].some(({ broken }) => broken),
  };
}

const schemaTypes: Readonly<Record<string, string>> = {
  string: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  array: "array",
  map: "object",
};

/** The inputs as those of a workflow are declared, so that expressions read them alike. */
function inputsOf(document: MapNode, manifest: ComponentManifest): readonly InputSyntax[] {
  const nodes = items(field(mapField(document, "interface"), "inputs"));
  const deciding = new Set(manifest.inputs.flatMap(({ requiredWhen }) => Object.keys(requiredWhen ?? {})));
  return manifest.inputs.map((input: ComponentInput, index) => {
    const node = nodes[index];
    const at = (node && (field(node, "name")?.span ?? node.span)) ?? headSpan(document);
    const type = schemaTypes[input.type.kind];
    return {
      name: input.name,
      span: at,
      schema: type === undefined ? {} : { type, ...(input.values && { enum: input.values }) },
      required: input.required,
      default: input.default,
      defaultSpan: (node && field(node, "default")?.span) ?? at,
      description: input.description,
      decides: deciding.has(input.name),
    };
  });
}

function outputsOf(document: MapNode): readonly OutputSyntax[] {
  return items(field(mapField(document, "interface"), "outputs")).map((node) => {
    const required = field(node, "required");
    return {
      ...nameAndType(node),
      required: !(required?.kind === "scalar" && required.value === false),
      span: field(node, "name")?.span ?? node.span,
    };
  });
}
