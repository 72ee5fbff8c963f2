import type { KnownComponents } from "./component.ts";
import type { Report } from "./diagnostic.ts";
import type { FormattedText } from "./formatted-text.ts";
import type { Node } from "./node.ts";
import type { PlanConnection } from "./plan.ts";
import type { PlanAction, ResultShape } from "./plan-resource.ts";
import type { PlanEntry, PlanValue } from "./plan-value.ts";
import type { ExecutorSyntax } from "./resource-syntax.ts";
import type { ScriptFile } from "./script-file.ts";
import type { PythonSyntax } from "./settings-syntax.ts";
import type { ShellSettings } from "./shell-settings.ts";
import type { Simulation } from "./simulation.ts";
import type { Sink } from "./sink.ts";
import type { Span } from "./source.ts";
import type { SqlStatement } from "./sql.ts";
import type { Tool } from "./tool.ts";
import type { ValueSyntax } from "./value-syntax.ts";
import type { ValueType } from "./value-type.ts";
import type { WrittenText } from "./written-text.ts";

/** How one key of an executor block is written and what it becomes. */
export type FieldKind =
  /** Text with templates. */
  | "text"
  /** A list of texts with templates. */
  | "texts"
  /** A map from fixed names to texts with templates. */
  | "text-map"
  /** Any value; text in it may be a template, and is an expression where it is a call as a whole. */
  | "value"
  /** Any value; text in it may be a template, and is text otherwise. */
  | "template"
  /** Plain text without templates. */
  | "name"
  /** Plain data without templates, such as a JSON Schema. */
  | "data"
  /** A duration, in milliseconds from here on. */
  | "duration"
  | "integer"
  | "boolean"
  /** A map of the keys in `fields`. */
  | "settings"
  /** A list of such maps. */
  | "settings-list";

/** Keywords of a JSON Schema (draft 7). */
export type SchemaKeywords = Readonly<Record<string, unknown>>;

/** All that the compiler knows of one executor: its folder in `executors/` exports one. */
export interface Executor {
  /** Key of its block in a resource. */
  readonly key: string;
  /** `resourceType` of its events. */
  readonly resourceType: string;
  /** Function of the runtime library that runs it: `(step, options) => Promise<result>`. */
  readonly runtime: string;
  /** What it does, a sentence or two: for editors and docs. */
  readonly description: string;
  /** The keys of its block, in the order in which messages name them. `schemaOfBlock` makes their JSON Schema of them. */
  readonly fields: ExecutorFields;
  /** Keys of which exactly one must be there. */
  readonly choice?: readonly string[];
  /** Keys that do not go together. */
  readonly apart?: readonly (readonly [string, string])[];
  /** What a run of it gives. Undefined: only known elsewhere (a component's manifest) or not at all. */
  readonly result: ExecutorResult | undefined;
  /** What a run of just this block gives, where its keys decide that. Undefined: what `result` says. */
  readonly resultOf?: (block: ExecutorSyntax, tools: ResultTools) => BlockResult | undefined;
  /** The call of the runtime library. Absent: `runtime` with the options as they are. Undefined: there is none to make. */
  readonly plan?: (block: ExecutorSyntax, tools: PlanTools) => PlanAction | undefined;
  /** Its own rules: reports what cannot be right, and never throws. Not asked of a block whose shape is wrong. */
  readonly check?: (block: ExecutorSyntax, tools: CheckTools) => void;
  /** The statements that a run of it has a database run. */
  readonly statements?: (block: ExecutorSyntax) => readonly DatabaseStatement[];
  /** The resources that a run of it may call for. */
  readonly tools?: (block: ExecutorSyntax) => readonly Tool[];
  /** How its calls are answered in tests. */
  readonly simulations?: readonly Simulation[];
  readonly picture: Picture;
  /** What a run of the action may touch, as far as its text shows. Absent: nothing that shows. */
  readonly effects?: (action: PlanAction) => Effects;
  /** Texts of the action in which a value must keep to its place: a URL, a path, a body of JSON. */
  readonly formats?: (action: PlanAction) => readonly FormattedText[];
  /** True only where it is certain that the action changes nothing. Absent: never. */
  readonly onlyReads?: (action: PlanAction) => boolean;
  /** Whether it deals with what is beyond this machine, as far as that can be known. Absent: always. */
  readonly leavesMachine?: (action: PlanAction, connections: readonly PlanConnection[]) => boolean;
  /** Function of the runtime library that looks for what the action needs of the machine, before anything runs. */
  readonly machine?: (action: PlanAction, connections: readonly PlanConnection[]) => string | undefined;
  /** What is asked before the first run of any block, once for all. */
  readonly preflight?: (settings: PreflightSettings) => readonly PlanAction[];
  /** Environment variables that the runtime library reads for it. */
  readonly environment?: readonly EnvironmentVariables[];
  /** True where an image needs Python for it. */
  readonly usesPython?: true;
  /** Files of the action that must outlive a container, with what they are; undefined: a path that only a run knows. */
  readonly dataFiles?: (action: PlanAction) => readonly DataFile[];
}

/** A statement with the connection that it runs on. */
export interface DatabaseStatement {
  readonly connection: string;
  readonly text: ValueSyntax;
}

/** How a box of a drawing looks; text on it is black. */
export interface Picture {
  readonly fill: string;
  readonly stroke: string;
  /** What stands before and behind the text in Mermaid. */
  readonly mermaid: readonly [open: string, close: string];
  /** The shape's name in Graphviz. */
  readonly dot: string;
  /** True for corners that are not round, where drawings have no other shapes. */
  readonly square?: true;
}

/** What a run may touch, by kind: texts, or `dynamic` for those that only a run knows. */
export interface Effects {
  readonly commands?: readonly string[];
  readonly environment?: readonly string[];
  /** Keys of the memory. */
  readonly memory?: readonly string[];
  readonly hosts?: readonly string[];
  readonly models?: readonly string[];
  readonly files?: readonly string[];
}

/** Environment variables that go together. */
export interface EnvironmentVariables {
  readonly names: readonly string[];
  /** What they say, as the manual has it. */
  readonly meaning: string;
  /** True where a container is given those of the machine. */
  readonly passed?: true;
}

/** Settings of the workflow that `preflight` may look at. */
export interface PreflightSettings {
  readonly python: PythonSyntax;
}

export interface DataFile {
  /** Name of the volume in which it lies. */
  readonly kind: string;
  readonly path: string | undefined;
}

/** What `check` is given. */
export interface CheckTools {
  readonly report: Report;
  /** Files that resources name, by these names. */
  readonly scripts: ReadonlyMap<string, ScriptFile>;
  /** The offset of the first mistake in a JSON text; undefined for JSON. */
  readonly jsonMistake: (text: string) => number | undefined;
  /** A text field as another language reads it; undefined where it is one template as a whole, or no text. */
  readonly written: (value: ValueSyntax) => WrittenText | undefined;
  /** Reports what is wrong with a JSON Schema. True where nothing is. */
  readonly checkSchema: (schema: SchemaToCheck) => boolean;
}

export interface SchemaToCheck {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly at: Span;
  /** Whether `at` is the place of the written schema, of its key, or of something else. */
  readonly of: "value" | "key" | "none";
  /** How messages name it. */
  readonly what: string;
  /** What it was read from, where that is a file of its own. */
  readonly node?: Node | undefined;
}

/** What `resultOf` is given. */
export interface ResultTools {
  readonly components: KnownComponents;
  /** The type of what a JSON Schema lets through; `closed`: it has no fields but those that it names. */
  readonly schemaType: (schema: unknown, mode?: "closed") => ValueType;
  /** Files that resources name, by these names. */
  readonly scripts: ReadonlyMap<string, ScriptFile>;
  /** What is known of statements, by their texts. */
  readonly statements: ReadonlyMap<ValueSyntax, SqlStatement>;
}

/** What a run of a block gives; the fields are those of `ResultShape`. */
export type BlockResult = Pick<ResultShape, "main" | "type" | "typeName" | "fallbackName">;

/** What `plan` is given. */
export interface PlanTools {
  /** Every key of the block under the name of its option, its expressions resolved. */
  readonly options: readonly PlanEntry[];
  /** The id of the resource. */
  readonly resource: string | undefined;
  /** True where its shape is wrong: nothing is said of what follows from that. */
  readonly broken: boolean;
  readonly components: KnownComponents;
  /** Files that resources name, by these names. */
  readonly scripts: ReadonlyMap<string, ScriptFile>;
  /** What is known of statements, by their texts. */
  readonly statements: ReadonlyMap<ValueSyntax, SqlStatement>;
  /** What goes for all shell scripts of the workflow; empty in a component. */
  readonly shell: ShellSettings;
  /** The static type of a value. */
  readonly typeOf: (value: PlanValue) => ValueType;
  readonly report: Report;
}

export type ExecutorFields = Readonly<Record<string, ExecutorField>>;

export interface ExecutorField {
  readonly kind: FieldKind;
  /** Name of the option in the runtime library, where it is not the key's. */
  readonly option?: string;
  /** What it means, in sentences. That a duration is a number with a unit is said of all. */
  readonly description: string;
  /** True where it must be there. */
  readonly required?: true;
  /** What its JSON Schema says beside what its kind says, and instead of it. */
  readonly schema?: SchemaKeywords;
  /** Of `settings-list`: what one of the maps is. */
  readonly item?: string;
  /** Of `settings` and `settings-list`: the keys of the map. */
  readonly fields?: ExecutorFields;
  /** What reads the text as a program: tainted text in it is reported. */
  readonly sink?: Sink;
  /**
   * What the program finds the texts as: its arguments, its environment, the dict `inputs` of a script, its standard input,
   * its folder; `shell`: the shell that reads the script.
   */
  readonly given?: "arguments" | "environment" | "inputs" | "input" | "shell" | "folder";
  /** What else of the workflow its text names. */
  readonly names?: Named;
}

/** Of `settings.sqlConnections`, a component, a file whose text becomes a part of the bundle, or one of JSON or YAML. */
export type Named = "connection" | "component" | "script" | "data";

export interface ExecutorResult {
  /** Its type in the runtime library. */
  readonly typeName: string;
  /** Field that `get('<id>')` alone reads; undefined: the whole result. */
  readonly main: string | undefined;
  readonly fields: Readonly<Record<string, ValueType>>;
  /** Other bare values, where a key of the block is there; with `value`, where it has that value. The first that fits. */
  readonly variants?: readonly ResultVariant[];
  /** Function of the runtime library that makes a result of the value of `onError.fallback`. Undefined: the value is it. */
  readonly fallback: string | undefined;
  /** Fields whose reading shows that somebody looks at a failed exit (spec section 4, exec). */
  readonly outcomeFields: readonly string[];
  /** Its texts as messages name them, `the output`: they are tainted. */
  readonly source?: string;
}

export interface ResultVariant {
  readonly key: string;
  readonly value?: string;
  readonly main: string;
}
