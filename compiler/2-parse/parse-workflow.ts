import type { Report } from "../diagnostic.ts";
import { nearest } from "../nearest.ts";
import { span } from "../source.ts";
import type {
  DeclaredRoute,
  InputSyntax,
  LoadedFile,
  LoadedWorkflow,
  Located,
  MapNode,
  Node,
  ResourceSyntax,
  WorkflowSyntax,
} from "../syntax.ts";
import { parseDuration } from "./duration.ts";
import { field, headSpan, locatedText, mapField, numberField, textField, textList } from "./fields.ts";
import { parseConnections, parsePython } from "./parse-agent.ts";
import { parseApiServer } from "./parse-api-server.ts";
import { parseResource } from "./parse-resource.ts";
import { parseValue } from "./parse-value.ts";
import { plainValue, validateShape } from "./validate-shape.ts";

/**
 * The workflow with all its resources, from the workflow's file and the resource files beside it (spec section 2).
 * Undefined where there is no workflow document to build on. Everything wrong on the way has been reported.
 */
export function parseWorkflow(loaded: LoadedWorkflow, report: Report): WorkflowSyntax | undefined {
  const written = findWorkflow(loaded.workflow, report);
  const beside = loaded.workflow.documents.filter(
    (other) => other !== written && written !== undefined && !isWorkflow(other),
  );
  const shape = written && validateShape("workflow", written, report);
  const document = shape?.document;
  const others = [...beside, ...loaded.resources.flatMap((file) => file.documents)].filter((other) => !isEmpty(other));
  const read = [
    ...(document === undefined ? [] : inlineResources(document, shape?.unreadable ?? [], report)),
    ...others.map((other) => resourceDocument(other, report)),
  ];
  if (document === undefined) return undefined;
  const resources = read.filter((resource) => resource !== undefined);
  const files = [loaded.workflow, ...loaded.resources];
  const complete = resources.length === read.length && !files.some(({ broken }) => broken);
  const broken = shape?.unreadable.some((path) => !/^\/resources\/\d/.test(path)) ?? false;
  const documents = [document, ...others];
  return { ...settingsOf(loaded.workflow, document, report), documents, resources, broken, complete };
}

function inlineResources(
  document: MapNode,
  unreadable: readonly string[],
  report: Report,
): readonly (ResourceSyntax | undefined)[] {
  const inline = field(document, "resources");
  const items = inline?.kind === "sequence" ? inline.items : [];
  return items.map((item, index) => {
    const broken = unreadable.some((path) => `${path}/`.startsWith(`/resources/${index}/`));
    return parseResource(item, !broken, report);
  });
}

function resourceDocument(written: Node, report: Report): ResourceSyntax | undefined {
  if (isWorkflow(written)) {
    report("schema", headSpan(written), "a second workflow: resource files hold resources only");
    return undefined;
  }
  const { document, unreadable } = validateShape("resource", written, report);
  return parseResource(document, unreadable.length === 0, report);
}

function findWorkflow({ source, documents, broken }: LoadedFile, report: Report): MapNode | undefined {
  const [first, second] = documents.filter(isWorkflow);
  if (first !== undefined && second !== undefined) {
    const notes = [{ message: "the first workflow of this file", span: headSpan(first) }];
    report("schema", headSpan(second), "the file holds two workflows; one is allowed", { notes });
  }
  if (first !== undefined || broken) return first;
  const meant = documents.find(isNearlyWorkflow);
  if (meant !== undefined) return meant;
  const at = documents[0] === undefined ? span(source, 0, 0) : headSpan(documents[0]);
  report("schema", at, 'the file holds no workflow: it needs "settings" or "kind: Workflow"');
  return undefined;
}

/** What has settings is a workflow, whatever it calls itself: its kind is then reported as wrong. */
function isWorkflow(document: Node): document is MapNode {
  return (
    textField(document, "kind") === "Workflow" ||
    field(document, "settings") !== undefined ||
    field(document, "resources") !== undefined
  );
}

/** One of the keys that make a workflow is there but for a slip: it will be reported as unknown. */
function isNearlyWorkflow(document: Node): document is MapNode {
  return document.kind === "map" && document.entries.some(({ key }) => nearest(key, ["settings", "resources"]));
}

function isEmpty(document: Node): boolean {
  return document.kind === "scalar" && document.value === null;
}

function settingsOf(
  file: LoadedFile,
  document: MapNode,
  report: Report,
): Omit<WorkflowSyntax, "documents" | "resources" | "broken" | "complete"> {
  const metadata = mapField(document, "metadata");
  const settings = mapField(document, "settings");
  const timeout = textField(settings, "timeout");
  const environment = field(mapField(settings, "agentSettings"), "env");
  const parsed = environment && parseValue(environment, "text", report);
  const declaredRoutes = routesOf(settings);
  const routes = declaredRoutes.map(({ path, methods }) => ({
    path: path.value,
    methods: methods.map(({ value }) => value),
  }));
  return {
    source: file.source,
    span: headSpan(document),
    name: nameOf(file, document),
    version: textField(metadata, "version") ?? textField(settings, "version"),
    description: textField(metadata, "description") ?? textField(settings, "description"),
    target: locatedText(field(settings, "targetActionId")) ?? locatedText(field(metadata, "targetActionId")),
    inputs: inputsOf(field(settings, "inputs")),
    concurrency: numberField(settings, "concurrency"),
    timeoutMs: timeout === undefined ? undefined : parseDuration(timeout),
    environment: parsed?.kind === "map" ? parsed.entries : [],
    connections: parseConnections(settings, report),
    python: parsePython(settings),
    routes,
    declaredRoutes,
    server: (textField(settings, "apiServerMode") ?? String(routes.length > 0)) === "true",
    apiServer: parseApiServer(mapField(settings, "apiServer"), report),
  };
}

/** metadata.name, else settings.name, else the name of the workflow's folder or file. */
function nameOf(file: LoadedFile, document: MapNode): Located<string> {
  const given =
    locatedText(field(mapField(document, "metadata"), "name")) ??
    locatedText(field(mapField(document, "settings"), "name"));
  return given ?? { value: file.source.name.replace(/\.ya?ml$/, ""), span: headSpan(document) };
}

function inputsOf(node: Node | undefined): readonly InputSyntax[] | undefined {
  if (node?.kind !== "map") return undefined;
  return node.entries.map(({ key, keySpan, value }) => {
    const { required, default: fallback, ...schema } = plainValue(value) as Record<string, unknown>;
    const requiredKeys = Array.isArray(required) ? { required } : {};
    const description = typeof schema["description"] === "string" ? schema["description"] : undefined;
    return {
      name: key,
      span: keySpan,
      schema: { ...schema, ...requiredKeys },
      required: required === true,
      default: fallback,
      defaultSpan: field(value, "default")?.span ?? keySpan,
      description,
    };
  });
}

function routesOf(settings: MapNode | undefined): readonly DeclaredRoute[] {
  const routes = field(mapField(settings, "apiServer"), "routes");
  if (routes?.kind !== "sequence") return [];
  return routes.items.map((route) => ({
    path: locatedText(field(route, "path")) ?? { value: "/", span: headSpan(route) },
    methods: textList(field(route, "methods")),
  }));
}
