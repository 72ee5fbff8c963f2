import type { ValueType } from "./value-type.ts";

/** The contract of a component, from its `component.yaml` (spec section 4). */
export interface ComponentManifest {
  readonly name: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  /** Function of the runtime library that implements it; undefined for a component made of resources. */
  readonly native: string | undefined;
  readonly inputs: readonly ComponentInput[];
  readonly outputs: readonly ComponentOutput[];
}

/** A component as the resources that name it see it. */
export interface KnownComponent {
  readonly manifest: ComponentManifest;
  /** Of a component made of resources: where it is among the plan's components, and the type of its value. */
  readonly made: { readonly place: string; readonly type: ValueType } | undefined;
}

/** Components by the name that resources call them by; undefined for one that cannot be used, which has been reported. */
export type KnownComponents = ReadonlyMap<string, KnownComponent | undefined>;

/** Values of inputs by name, under which something else holds. */
export type InputCondition = Readonly<Record<string, unknown>>;

export interface ComponentInput {
  readonly name: string;
  readonly type: ValueType;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly requiredWhen: InputCondition | undefined;
  readonly default: unknown;
  /** Allowed values, where they are limited. */
  readonly values: readonly unknown[] | undefined;
}

export interface ComponentOutput {
  readonly name: string;
  readonly type: ValueType;
  /** Inputs under which the field is there; undefined: always. */
  readonly when: InputCondition | undefined;
}
