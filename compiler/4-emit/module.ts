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
import { LineIndex } from "../lines.ts";
import type { Plan, PlanResource } from "../plan.ts";
import { emitPattern } from "./binary.ts";
import { type Code, code, comment, Identifiers, indented, join, propertyAccess } from "./code.ts";
import { emitConnections, emitDefinition } from "./definition.ts";
import { type EmittedFunction, emitResource, type ModuleContext } from "./resource.ts";
import { emitMembers, emitState, emitStateType } from "./types.ts";

/** What the module is made from beside its plan. */
export interface EmitOptions {
  readonly compilerVersion: string;
  /** Exports of the module of validators by the id of their resource; "" for the inputs of the workflow. */
  readonly validators: ReadonlyMap<string, string>;
}

/**
 * The workflow as one TypeScript module: a function for each resource, the graph as data, expressions as plain
 * JavaScript. The text depends on nothing but the plan and the version of the compiler.
 */
export function emitModule(plan: Plan, options: EmitOptions): string {
  const identifiers = new Identifiers();
  const module: ModuleContext = {
    identifiers,
    patterns: new Map(),
    hoisted: [],
    typed: true,
    server: plan.server,
    lines: new LineIndex(),
    functions: new Map(plan.resources.map(({ id }) => [id, identifiers.make(id)])),
    validators: new Map([...options.validators].map(([id, name]) => [id, name as Code])),
  };
  const functions = plan.resources.map((resource) => emitResource(resource, module));
  const definition = emitDefinition(plan, options.compilerVersion, module);
  const connections = plan.connections.length === 0 ? [] : [emitConnections(plan, module)];
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true },
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  const structure = moduleStructure(plan, functions, { definition, connections, module, options });
  return project.createSourceFile("workflow.ts", structure).getFullText();
}

interface Parts {
  readonly definition: Code;
  readonly connections: readonly Code[];
  readonly module: ModuleContext;
  readonly options: EmitOptions;
}

/** One structure for the whole module: ts-morph prints it in one pass. */
function moduleStructure(
  plan: Plan,
  functions: readonly EmittedFunction[],
  { definition, connections, module, options }: Parts,
): SourceFileStructure {
  const head = comment(
    `Compiled by flowc ${options.compilerVersion} from ${plan.source.name}. Change the YAML, not this file.`,
  );
  const patterns = [...module.patterns.values()].map(({ name, source }) => constant(name, emitPattern(source)));
  return {
    kind: StructureKind.SourceFile,
    statements: [
      head,
      { kind: StructureKind.ImportDeclaration, moduleSpecifier: "flowc/runtime", namespaceImport: "flow" },
      ...(options.validators.size === 0 ? [] : [validatorsImport]),
      // As text, like the definition: in a structure ts-morph would indent what follows a first line.
      `\n${stateInterface(plan)}\n`,
      { kind: StructureKind.TypeAlias, name: "Step", type: "flow.Step<State>" },
      ...patterns,
      ...module.hoisted.map((text) => `\n${text}`),
      ...connections.map((value) => `const connections = ${value};\n`),
      ...functions.map(functionStructure),
      `const definition: flow.WorkflowDefinition = ${definition};\n`,
      constant(
        code`workflow`,
        plan.server ? code`flow.workflow(definition, flow.server)` : code`flow.workflow(definition)`,
      ),
      { ...constant(code`{ run, serve, main, describe }`, code`workflow`), isExported: true },
      "await flow.runAsProgram(workflow, import.meta.url);",
    ],
  };
}

const validatorsImport: ImportDeclarationStructure = {
  kind: StructureKind.ImportDeclaration,
  moduleSpecifier: "flowc/validators",
  namespaceImport: "validators",
};

/** The types of what the resources share. */
function stateInterface(plan: Plan): Code {
  const members = [
    code`results: ${emitMembers(plan.resources.map((resource) => [resource.id, emitResultType(resource)]))}`,
    code`names: ${emitState(Object.fromEntries(plan.storedNames.map(({ name, type }) => [name, type])))}`,
    code`inputs: ${emitState(Object.fromEntries(plan.inputs.map(({ name, type }) => [name, type])))}`,
  ];
  return code`interface State {\n${join(
    members.map((member) => code`  ${indented(member)};`),
    "\n",
  )}\n}`;
}

function emitResultType({ result }: PlanResource): Code {
  if (result.fallback && result.main === undefined) return code`unknown`;
  const plain =
    result.typeName === undefined ? emitStateType(result.type) : code`flow${propertyAccess(result.typeName)}`;
  const type = result.fallback ? code`flow.Valued<${plain}>` : plain;
  return result.optional ? code`${type} | null` : type;
}

function constant(name: Code, initializer: Code): VariableStatementStructure {
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, initializer }],
  };
}

function functionStructure({ name, isAsync, leading, statements }: EmittedFunction): FunctionDeclarationStructure {
  return {
    kind: StructureKind.Function,
    name,
    isAsync,
    leadingTrivia: `${leading}\n`,
    parameters: [{ name: "step", type: "Step" }],
    returnType: isAsync ? "Promise<void>" : "void",
    statements: [...statements],
  };
}
