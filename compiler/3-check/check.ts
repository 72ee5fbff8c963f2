import type { Languages } from "../languages/languages.ts";
import type { KnownComponents } from "../nouns/component.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { Plan, PlanConnection, PlanPackages } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import type { Scripts } from "../nouns/script-file.ts";
import { noSqlAnswers, type SqlAnswers } from "../nouns/sql.ts";
import type { ComponentSyntax, WorkflowSyntax } from "../nouns/syntax.ts";
import { checkComponents, checkOne } from "./check-components.ts";
import { planMachine, planPreflight } from "./plan/preflight.ts";
import { isUnread } from "./plan/unread.ts";
import { checkScope, type EnvironmentFindings } from "./scope.ts";
import { fileUses } from "./scripts/file-uses.ts";

/** What the check is given beside the workflow. */
export interface CheckInput {
  readonly workflow: WorkflowSyntax;
  readonly sourceHash: string;
  /** Built-in components by name. */
  readonly builtIn: KnownComponents;
  /** The components made of resources that the workflow names. */
  readonly components: ReadonlyMap<string, ComponentSyntax | undefined>;
  /** Files that resources name by `scriptFile`, by these names. */
  readonly scripts?: Scripts;
  /** What databases say of its statements. */
  readonly sql?: SqlAnswers | undefined;
  /** Readers of the scripts that the workflow and its components hold. */
  readonly languages: Languages;
}

/**
 * Checks the workflow and, once each, the components that it uses. The plan is whole only where nothing was reported as
 * an error; the driver looks.
 */
export function check(
  { workflow, sourceHash, builtIn, components, scripts = new Map(), sql = noSqlAnswers, languages }: CheckInput,
  report: Report,
): Plan {
  const variables = newFindings();
  const hasDeadline = workflow.hasDeadline || isUnread(workflow, "/settings/timeout", "/settings/apiServer");
  const made = checkComponents(components, { builtIn, languages, variables, hasDeadline, report });
  const scope = checkScope(workflow, { ...made, components: made.known, scripts, sql, languages, variables }, report);
  const everywhere = [...scope.resources, ...made.plans.flatMap(({ resources }) => resources)];
  const connections = scope.settings.connections.filter((connection) => isUsed(connection, everywhere));
  return {
    name: workflow.name.value,
    version: workflow.version,
    description: workflow.description,
    source: workflow.source,
    sourceHash,
    target: workflow.target?.value ?? "",
    server: workflow.server,
    routes: workflow.routes,
    requests: scope.requests,
    ...runSettings(workflow),
    ...scope.settings,
    connections,
    machine: planMachine(everywhere, connections),
    preflight: planPreflight(everywhere, connections, workflow),
    packages: packagesOf(workflow),
    declaredInputs: workflow.inputs,
    inputs: scope.inputs,
    fileUses: fileUses({ workflow, scripts }, languages),
    environmentReads: [...variables.environment].sort(),
    requiredEnvironment: [...variables.requiredEnvironment].map(([name, span]) => ({ name, span })),
    storedNames: scope.storedNames,
    resources: scope.resources,
    components: made.plans,
  };
}

/** Checks one component, and those that it uses, without a workflow around it. */
export function checkComponent(
  component: ComponentSyntax,
  around: Pick<CheckInput, "builtIn" | "languages">,
  report: Report,
): void {
  checkOne(component, { ...around, variables: newFindings(), hasDeadline: false, report });
}

/** How runs go, and when. */
function runSettings({ concurrency, timeoutMs, history, schedule }: WorkflowSyntax) {
  return { concurrency, timeoutMs, history, schedule };
}

function packagesOf({ osPackages, python }: WorkflowSyntax): PlanPackages {
  const os = osPackages.map(({ value }) => value);
  return { os, python: python.packages, pythonVersion: python.version?.value };
}

function isUsed({ name }: PlanConnection, resources: readonly PlanResource[]): boolean {
  return resources.some(({ action }) => action?.connection === name);
}

function newFindings(): EnvironmentFindings {
  return { environment: new Set(), requiredEnvironment: new Map() };
}
