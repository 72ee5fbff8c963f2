import type { Report } from "../diagnostic.ts";
import { span } from "../source.ts";
import type {
  InputSyntax,
  LoadedFile,
  LoadedWorkflow,
  Located,
  MapNode,
  Node,
  ResourceSyntax,
  RouteSyntax,
  WorkflowSyntax,
} from "../syntax.ts";
import { parseDuration } from "./duration.ts";
import { field, headSpan, locatedText, mapField, numberField, textField, textList } from "./fields.ts";
import { parseResource } from "./parse-resource.ts";
import { parseValue } from "./parse-value.ts";
import { plainValue, validateShape } from "./validate-shape.ts";

/**
 * The workflow with all its resources, from the workflow's file and the resource files beside it (spec section 2).
 * Undefined where there is no workflow document to build on. Everything wrong on the way has been reported.
 */
export function parseWorkflow(loaded: LoadedWorkflow, report: Report): WorkflowSyntax | undefined {
  const workflowDocument = findWorkflow(loaded.workflow, report);
  const beside = workflowDocument === undefined ? [] : loaded.workflow.documents;
  const documents = [...beside, ...loaded.resources.flatMap((file) => file.documents)];
  const others = documents.filter((document) => document !== workflowDocument && !isEmpty(document));
  const read = others.map((document) => resourceDocument(document, report));
  if (workflowDocument === undefined || !validateShape("workflow", workflowDocument, report)) return undefined;
  const inline = field(workflowDocument, "resources");
  const items = inline?.kind === "sequence" ? inline.items : [];
  read.push(...items.map((item) => (item.kind === "map" ? parseResource(item, report) : undefined)));
  const resources = read.filter((resource) => resource !== undefined);
  const files = [loaded.workflow, ...loaded.resources];
  const complete = resources.length === read.length && !files.some(({ broken }) => broken);
  return { ...settingsOf(loaded.workflow, workflowDocument, report), resources, complete };
}

function findWorkflow(file: LoadedFile, report: Report): MapNode | undefined {
  const maps = file.documents.filter((document) => document.kind === "map");
  const workflows = maps.filter(isWorkflow);
  const [first, second] = workflows;
  if (first !== undefined && second !== undefined) {
    const notes = [{ message: "the first workflow of this file", span: headSpan(first) }];
    report("schema", headSpan(second), "the file holds two workflows; one is allowed", { notes });
  }
  if (first === undefined && file.documents.length > 0) {
    const at = file.documents[0];
    if (at !== undefined)
      report("schema", headSpan(at), 'the file holds no workflow: it needs "settings" or "kind: Workflow"');
  } else if (first === undefined && file.source.text.trim() === "") {
    report("schema", span(file.source, 0, 0), "the file is empty: it needs a workflow");
  }
  return first;
}

function isWorkflow(document: MapNode): boolean {
  const kind = textField(document, "kind");
  if (kind !== undefined) return kind === "Workflow";
  return field(document, "settings") !== undefined || field(document, "resources") !== undefined;
}

function isEmpty(document: Node): boolean {
  return document.kind === "scalar" && document.value === null;
}

function resourceDocument(document: Node, report: Report): ResourceSyntax | undefined {
  if (document.kind === "map" && isWorkflow(document)) {
    report("schema", headSpan(document), "a second workflow: resource files hold resources only");
    return undefined;
  }
  if (!validateShape("resource", document, report) || document.kind !== "map") return undefined;
  return parseResource(document, report);
}

function settingsOf(
  file: LoadedFile,
  document: MapNode,
  report: Report,
): Omit<WorkflowSyntax, "resources" | "complete"> {
  const metadata = mapField(document, "metadata");
  const settings = mapField(document, "settings");
  const timeout = textField(settings, "timeout");
  const environment = field(mapField(settings, "agentSettings"), "env");
  const parsed = environment && parseValue(environment, "text", report);
  const routes = routesOf(settings);
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
    routes,
    server: (textField(settings, "apiServerMode") ?? String(routes.length > 0)) === "true",
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
      description,
    };
  });
}

function routesOf(settings: MapNode | undefined): readonly RouteSyntax[] {
  const routes = field(mapField(settings, "apiServer"), "routes");
  if (routes?.kind !== "sequence") return [];
  return routes.items.map((route) => ({
    path: textField(route, "path") ?? "/",
    methods: textList(field(route, "methods")).map(({ value }) => value),
  }));
}
