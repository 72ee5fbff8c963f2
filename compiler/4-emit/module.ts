import {
  type FunctionDeclarationStructure,
  type ImportDeclarationStructure,
  IndentationText,
  Project,
  type SourceFileStructure,
  StructureKind,
  VariableDeclarationKind,
  type VariableStatementStructure,
} from "ts-morph";
import { actionShape } from "../describe/github-action.ts";
import { LineIndex } from "../nouns/lines.ts";
import type { Plan, PlanComponent } from "../nouns/plan.ts";
import {
  type Code,
  code,
  comment,
  type Expression,
  type Identifier,
  identifier,
  literal,
  member,
  object,
  quoted,
} from "../nouns/typescript.ts";
import { unreachable } from "../nouns/unreachable.ts";
import { emitPattern } from "./binary.ts";
import { counters, type Decisions } from "./decisions.ts";
import { emitComponent, emitConnections, emitDefinition } from "./definition.ts";
import { Identifiers } from "./identifiers.ts";
import type { ModuleContext } from "./module-context.ts";
import { Places } from "./places.ts";
import { print } from "./print.ts";
import { type EmittedFunction, emitResource } from "./resource.ts";
import { emitSharedState } from "./shared-state.ts";
import { validatorKey } from "./validators.ts";

/** What the module is made from beside its plan. */
export interface EmitOptions {
  readonly compilerVersion: string;
  /** Exports of the module of validators by the id of their resource; "" for the inputs of the workflow. */
  readonly validators: ReadonlyMap<string, string>;
  /**
   * What the module is when it is run: the workflow's command, a server of the Model Context Protocol, an action, or worker
   * and client of runs in a database.
   */
  readonly target?: BundleTarget;
  /** Takes the decisions of a module that counts which ways its runs go: it exports its counters as `coverage`. */
  readonly decisions?: Decisions | undefined;
  /** True for the script of an executable, in which nothing can be awaited at the top level. */
  readonly executable?: boolean;
  /** True where worker and client of runs in a database also offers them to agents. */
  readonly agent?: boolean;
  /** True where the bundle can keep its runs. */
  readonly journal?: boolean;
}

/** What a bundle can be built as. */
export type BundleTarget = "command" | "mcp" | "github-action" | "lambda" | "dbos";

/**
 * The workflow as one TypeScript module: a function for each resource, the graph as data, expressions as plain
 * JavaScript; the same for each component that it uses. The text depends on nothing but the plan and the version of the
 * compiler.
 */
export function emitModule(plan: Plan, options: EmitOptions): string {
  const identifiers = new Identifiers();
  const lines = new LineIndex();
  const places = new Places(lines);
  const { validators, decisions } = options;
  const shared = {
    identifiers,
    patterns: new Map(),
    hoisted: [] as Code[],
    typed: true,
    lines,
    places,
    ...(decisions && { decisions }),
  };
  const functions = new Map(plan.resources.map(({ id }) => [id, identifiers.make(id)]));
  const components = plan.components.map((component) => nameComponent(component, identifiers));
  const definitions = new Map(components.map(({ component, definition }) => [component.place, definition]));
  const context = (place: string, stepType: Code, names: ReadonlyMap<string, Identifier>): ModuleContext => ({
    ...shared,
    // Only the workflow itself answers requests.
    server: plan.server && place === "",
    isShared: options.target === "dbos",
    stepType,
    functions: names,
    components: definitions,
    validators: validatorsOf(place, validators),
  });
  const parts = components.map(({ component, state, step, definition, names }) => {
    const module = context(component.place, code`${step}`, names);
    const emitted = component.resources.map((resource) => emitResource(resource, module));
    const text = code`const ${definition}: flow.ComponentDefinition = ${emitComponent(component, module)};`;
    return { state: emitSharedState(state, step, component), functions: emitted, definition: text };
  });
  const module = context("", code`Step`, functions);
  const main = plan.resources.map((resource) => emitResource(resource, module));
  const connections = plan.connections.length === 0 ? [] : [emitConnections(plan, module)];
  const definition = emitDefinition(plan, { ...options, durable: options.target === "dbos" }, module);
  const own = {
    state: emitSharedState(identifier`State`, identifier`Step`, plan),
    functions: main,
    definition: code`const definition: flow.WorkflowDefinition = ${definition};`,
  };
  return printModule(moduleStructure(plan, [...parts, own], { connections, module, options }));
}

function printModule(structure: SourceFileStructure): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true },
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  return project.createSourceFile("workflow.ts", structure).getFullText();
}

interface NamedComponent {
  readonly component: PlanComponent;
  readonly state: Identifier;
  readonly step: Identifier;
  readonly definition: Identifier;
  /** Of its resources' functions. */
  readonly names: ReadonlyMap<string, Identifier>;
}

function nameComponent(component: PlanComponent, identifiers: Identifiers): NamedComponent {
  const { place } = component;
  const typeName = (what: string) => identifiers.make(`${place.charAt(0).toUpperCase()}${place.slice(1)}/${what}`);
  const definition = identifiers.make(`${place}/component`);
  const names = new Map(component.resources.map(({ id }) => [id, identifiers.make(`${place}/${id}`)]));
  return {
    component,
    definition,
    names,
    state: typeName("state"),
    step: typeName("step"),
  };
}

function validatorsOf(place: string, all: ReadonlyMap<string, string>): ReadonlyMap<string, Expression> {
  const prefix = validatorKey(place, "");
  return new Map(
    [...all].flatMap(([key, name]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), member(identifier`validators`, name)] as const] : [],
    ),
  );
}

/** One graph of resources: the types of what they share, their functions, and their graph as data. */
interface Graph {
  readonly state: Code;
  readonly functions: readonly EmittedFunction[];
  readonly definition: Code;
}

interface Parts {
  readonly connections: readonly Expression[];
  readonly module: ModuleContext;
  readonly options: EmitOptions;
}

/** One structure for the whole module: ts-morph prints it in one pass. */
function moduleStructure(
  plan: Plan,
  graphs: readonly Graph[],
  { connections, module, options }: Parts,
): SourceFileStructure {
  const head = comment(
    `Compiled by flowc ${options.compilerVersion} from ${plan.source.name}. Change the YAML, not this file.`,
  );
  const patterns = [...module.patterns.values()].map(({ name, source }) => constant(name, emitPattern(source)));
  return {
    kind: StructureKind.SourceFile,
    statements: [
      print(head),
      { kind: StructureKind.ImportDeclaration, moduleSpecifier: "flowc/runtime", namespaceImport: "flow" },
      ...(options.validators.size === 0 ? [] : [validatorsImport]),
      // As text, like the definitions: in a structure ts-morph would indent what follows a first line.
      ...graphs.map(({ state }) => print(state)),
      ...patterns,
      ...module.hoisted.map((text) => `\n${print(text)}`),
      ...connections.map((value) => `${print(code`const connections = ${value};`)}\n`),
      ...graphs.flatMap(({ functions, definition }) => [...functions.map(functionStructure), `${print(definition)}\n`]),
      ...countersOf(options),
      constant(code`workflow`, emitWorkflow(plan, options)),
      { ...constant(code`{ run, serve, main, describe, tool }`, code`workflow`), isExported: true },
      ...(plan.server && !options.executable ? [fetchStatement] : []),
      ...(options.target === "lambda" ? [handlerStatement] : []),
      print(emitStart(plan, options)),
    ],
  };
}

const handlerStatement = { ...constant(code`handler`, code`flow.lambdaHandler(definition)`), isExported: true };
const fetchStatement = { ...constant(code`fetch`, code`flow.server.fetch(definition)`), isExported: true };

/** What only some workflows need is named here, so that it is in no other bundle. No server has a schedule. */
function emitWorkflow({ server, schedule }: Plan, { journal, target = "command" }: EmitOptions): Code {
  const store = journal ? code`flow.store` : code`undefined`;
  if (schedule && target === "command") return code`flow.workflow(definition, undefined, ${store}, flow.schedule)`;
  if (journal) return code`flow.workflow(definition, ${server ? code`flow.server` : code`undefined`}, flow.store)`;
  return server ? code`flow.workflow(definition, flow.server)` : code`flow.workflow(definition)`;
}

/** What happens where the module is the program that node was started with, or the script of an executable. */
function emitStart(plan: Plan, { target = "command", executable = false, agent = false }: EmitOptions): Code {
  switch (target) {
    case "command":
    case "lambda":
      return executable ? code`flow.runAsExecutable(workflow);` : code`flow.runAsProgram(workflow, import.meta.url);`;
    case "mcp":
      return executable
        ? code`flow.runAsMcpExecutable(workflow);`
        : code`flow.runAsMcpServer(workflow, import.meta.url);`;
    case "dbos":
      if (agent) return code`await flow.runAsDurable(workflow, definition, import.meta.url, flow.durableAgent);`;
      return plan.server
        ? code`await flow.runAsDurable(workflow, definition, import.meta.url, flow.durableServer);`
        : code`await flow.runAsDurable(workflow, definition, import.meta.url);`;
    case "github-action": {
      const { outputs, fileInput } = actionShape(plan);
      const action = object([
        ["definition", identifier`definition`],
        ["outputs", literal(outputs)],
        ["fileInput", fileInput === undefined ? undefined : quoted(fileInput)],
      ]);
      return code`flow.runAsGithubAction(workflow, ${action}, import.meta.url);`;
    }
    default:
      return unreachable(target);
  }
}

function countersOf({ decisions }: EmitOptions): readonly VariableStatementStructure[] {
  if (decisions === undefined) return [];
  return [{ ...constant(counters, code`new Uint32Array(${literal(decisions.counters)})`), isExported: true }];
}

const validatorsImport: ImportDeclarationStructure = {
  kind: StructureKind.ImportDeclaration,
  moduleSpecifier: "flowc/validators",
  namespaceImport: "validators",
};

function constant(name: Code | Identifier, initializer: Code | Expression): VariableStatementStructure {
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name: print(name), initializer: print(initializer) }],
  };
}

function functionStructure({
  name,
  isAsync,
  stepType,
  leading,
  statements,
}: EmittedFunction): FunctionDeclarationStructure {
  return {
    kind: StructureKind.Function,
    name: print(name),
    isAsync,
    leadingTrivia: `${print(leading)}\n`,
    parameters: [{ name: "step", type: print(stepType) }],
    returnType: isAsync ? "Promise<void>" : "void",
    statements: statements.map(print),
  };
}
