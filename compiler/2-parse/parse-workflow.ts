import type { Report } from "../nouns/diagnostic.ts";
import type { LoadedFile, LoadedWorkflow } from "../nouns/loaded.ts";
import type { MapNode, Node } from "../nouns/node.ts";
import type { DeclaredRoute } from "../nouns/settings-syntax.ts";
import type { ShellSettings } from "../nouns/shell-settings.ts";
import type { Located } from "../nouns/source.ts";
import { span } from "../nouns/source.ts";
import type { WorkflowSyntax } from "../nouns/syntax.ts";
import { nearest } from "../spelling/nearest.ts";
import { parseDuration } from "./duration.ts";
import { field, headSpan, locatedText, mapField, numberField, textField, textList, versionField } from "./fields.ts";
import { parseConnections, parseOsPackages, parsePython } from "./parse-agent.ts";
import { parseApiServer } from "./parse-api-server.ts";
import { parseInputs } from "./parse-inputs.ts";
import { inlineResources, isEmpty, isWorkflow, resourceDocument } from "./parse-resources.ts";
import { parseValue } from "./parse-value.ts";
import { parseSchedule } from "./schedule/parse-schedule.ts";
import { validateShape } from "./validate-shape.ts";
import { reportZeroTimeout } from "./zero-timeout.ts";

/**
 * The workflow with all its resources, from the workflow's file and the resource files beside it (spec section 2).
 * Undefined where there is no workflow document to build on. Everything wrong on the way has been reported.
 */
export function parseWorkflow(
  loaded: Pick<LoadedWorkflow, "workflow" | "resources">,
  report: Report,
): WorkflowSyntax | undefined {
  const written = findWorkflow(loaded.workflow, report);
  const beside = loaded.workflow.documents.filter(
    (other) => other !== written && written !== undefined && !isWorkflow(other),
  );
  const shape = written && validateShape("workflow", written, report);
  const document = shape?.document;
  const others = [...beside, ...loaded.resources.flatMap((file) => file.documents)].filter((other) => !isEmpty(other));
  const read = [
    ...(shape === undefined ? [] : inlineResources(shape, report)),
    ...others.map((other) => resourceDocument(other, report)),
  ];
  if (document === undefined) return undefined;
  const resources = read.filter((resource) => resource !== undefined);
  const files = [loaded.workflow, ...loaded.resources];
  const complete = resources.length === read.length && !files.some(({ broken }) => broken);
  const unread = shape?.unreadable.filter((path) => !/^\/resources\/\d/.test(path)) ?? [];
  const documents = [document, ...others];
  const settings = settingsOf(loaded.workflow, document, report);
  // Where it is not known what the inputs are, any name may be one.
  const inputs = unread.includes("/settings/inputs") ? undefined : settings.inputs;
  return {
    ...settings,
    inputs,
    documents,
    resources,
    unread,
    strayKeys: shape?.strayKeys ?? [],
    complete,
  };
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

/** One of the keys that make a workflow is there but for a slip: it will be reported as unknown. */
function isNearlyWorkflow(document: Node): document is MapNode {
  return document.kind === "map" && document.entries.some(({ key }) => nearest(key, ["settings", "resources"]));
}

function settingsOf(
  file: LoadedFile,
  document: MapNode,
  report: Report,
): Omit<WorkflowSyntax, "documents" | "resources" | "unread" | "strayKeys" | "complete"> {
  const metadata = mapField(document, "metadata");
  const settings = mapField(document, "settings");
  const timeout = textField(settings, "timeout");
  reportZeroTimeout(field(settings, "timeout"), report);
  const environment = field(mapField(settings, "agentSettings"), "env");
  const parsed = environment && parseValue(environment, "text", report);
  const declaredRoutes = routesOf(settings);
  const routes = declaredRoutes.map(({ path, methods }) => ({
    path: path.value,
    methods: methods.map(({ value }) => value),
  }));
  const server = (textField(settings, "apiServerMode") ?? String(routes.length > 0)) === "true";
  const apiServer = mapField(settings, "apiServer");
  return {
    kind: "workflow",
    source: file.source,
    span: headSpan(document),
    name: nameOf(file, document),
    version: (versionField(metadata, "version") ?? versionField(settings, "version"))?.value,
    description: textField(metadata, "description") ?? textField(settings, "description"),
    target: locatedText(field(settings, "targetActionId")) ?? locatedText(field(metadata, "targetActionId")),
    inputs: parseInputs(field(settings, "inputs")),
    concurrency: numberField(settings, "concurrency"),
    timeoutMs: timeout === undefined ? undefined : parseDuration(timeout),
    // One that cannot be read is reported by itself.
    hasDeadline:
      field(settings, "timeout") !== undefined || (server && field(apiServer, "requestTimeout") !== undefined),
    environment: parsed?.kind === "map" ? parsed.entries : [],
    connections: parseConnections(settings, report),
    python: parsePython(settings),
    shell: parseShell(settings),
    history: textField(settings, "history") === "true",
    schedule: parseSchedule(settings, server, report),
    osPackages: parseOsPackages(settings),
    routes,
    declaredRoutes,
    server,
    apiServer: parseApiServer(apiServer, report),
  };
}

function parseShell(settings: MapNode | undefined): ShellSettings {
  const shell = textField(settings, "shell");
  const errexit = textField(settings, "errexit");
  return { ...(shell !== undefined && { shell }), ...(errexit !== undefined && { errexit: errexit === "true" }) };
}

/** metadata.name, else settings.name, else the name of the workflow's file: no folder enters a bundle. */
function nameOf(file: LoadedFile, document: MapNode): Located<string> {
  const given =
    locatedText(field(mapField(document, "metadata"), "name")) ??
    locatedText(field(mapField(document, "settings"), "name"));
  return given ?? { value: file.source.name.replace(/\.ya?ml$/, ""), span: headSpan(document) };
}

function routesOf(settings: MapNode | undefined): readonly DeclaredRoute[] {
  const routes = field(mapField(settings, "apiServer"), "routes");
  if (routes?.kind !== "sequence") return [];
  return routes.items.map((route) => ({
    path: locatedText(field(route, "path")) ?? { value: "/", span: headSpan(route) },
    methods: textList(field(route, "methods")),
  }));
}
