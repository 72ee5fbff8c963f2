import { join } from "node:path";
import { Project, type Symbol as Property, type Type } from "ts-morph";
import { describe, expect, test } from "vitest";
import { blockSchema } from "../../compiler/2-parse/resource-schema.ts";
import { executors } from "../../compiler/executors/list.ts";
import type { ExecutorFields } from "../../compiler/nouns/executor.ts";

const root = join(import.meta.dirname, "../..");
const project = new Project({ tsConfigFilePath: join(root, "tsconfig.json"), skipAddingFilesFromTsConfig: true });
const index = project.addSourceFileAtPath(join(root, "runtime-lib/index.ts"));
const runtime = index.getExportedDeclarations();

/** What `plan` takes out of a block, and what the checker puts into the options beside it. */
const taken = [
  ...["exec.strict", "exec.output", "exec.outputSchema"],
  ...["python.strict", "python.scriptFile", "sql.connectionName", "httpClient.openapi"],
];
const put = ["exec.failOnNonZero", "python.failOnNonZero", "python.name", "sql.connection"];

describe("the keys of a block are those that its schema allows and those that the runtime library takes", () => {
  test.each(executors.map(({ key, ...executor }) => [key, executor] as const))("%s", (key, executor) => {
    expect(Object.keys(blockSchema(executor)["properties"] as object)).toEqual(Object.keys(executor.fields));
    // What a component takes, its manifest says.
    if (key !== "component") expect(missing(key, executor.fields, optionsOf(executor.runtime))).toEqual([]);
  });
});

/** The type of the options of a function of the runtime library. */
function optionsOf(name: string): Type {
  const [declaration] = runtime.get(name) ?? [];
  const options = declaration?.getType().getCallSignatures().at(-1)?.getParameters()[1];
  if (options === undefined || declaration === undefined) throw new Error(`${name} takes no options`);
  return options.getTypeAtLocation(declaration);
}

/** What only one of the two has, further in too. */
function missing(place: string, fields: ExecutorFields, type: Type): readonly string[] {
  const options = new Map(propertiesOf(type).map((option) => [option.getName(), option]));
  const names = new Map(Object.entries(fields).map(([key, { option = key }]) => [option, key]));
  const unknown = [...names].flatMap(([name, key]) => (options.has(name) ? [] : [`${place}.${key}`]));
  const unset = [...options.keys()].filter((name) => !names.has(name)).map((name) => `${place}.${name}`);
  const inside = Object.entries(fields).flatMap(([key, field]) => {
    const option = options.get(field.option ?? key);
    if (option === undefined || field.fields === undefined) return [];
    return missing(`${place}.${key}`, field.fields, option.getTypeAtLocation(index));
  });
  return [
    ...unknown.filter((name) => !taken.includes(name)),
    ...unset.filter((name) => !put.includes(name)),
    ...inside,
  ];
}

/** Of the option, of one of its items, and of every kind that it may be. */
function propertiesOf(type: Type): readonly Property[] {
  const whole = type.getNonNullableType();
  const items = whole.isReadonlyArray() || whole.isArray() ? whole.getArrayElementType() : undefined;
  const one = items ?? whole;
  return one.isUnion() ? one.getUnionTypes().flatMap((kind) => kind.getProperties()) : one.getProperties();
}
