import { describe, expect, test } from "vitest";
import { inherited } from "../../compiler/4-emit/reads.ts";
import { compileExpression, type Scope } from "../../compiler/compile-expression.ts";
import { FlowDate } from "../../runtime-lib/dates/date.ts";
import { FlowDuration } from "../../runtime-lib/dates/duration.ts";
import { NamedNumber } from "../../runtime-lib/dates/named-number.ts";
import { FlowZone } from "../../runtime-lib/dates/zone.ts";
import * as flow from "../../runtime-lib/index.ts";

// A field that is written out is read by JavaScript where that is the same, and operators of numbers stand behind a
// test. A key that is not written out, `x[key]`, always takes the way through the runtime library: what both give must
// be equal, value or message.

const keys = ["name", "count", "active", "length", "__proto__", "constructor", "toString", "at", "offset", "a b", "0"];

/** Maps that have the key themselves, that only inherit it, that have nil in it; and all that is not a map. */
function objectsWith(key: string): Readonly<Record<string, unknown>> {
  const having = (value: unknown) => JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(value)}}`) as unknown;
  return {
    number: having(2.5),
    infinite: Object.fromEntries([[key, Number.POSITIVE_INFINITY]]),
    int: having(7),
    text: having("t"),
    bool: having(true),
    no: having(false),
    array: having([1]),
    map: having({ x: 1 }),
    null: having(null),
    undefined: Object.fromEntries([[key, undefined]]),
    empty: {},
    bare: Object.create(null),
    list: [1, 2],
    string: "text",
    four: 4,
    yes: true,
    nil: null,
    date: flow.date("2024-02-03"),
    duration: flow.duration("1h"),
    groups: flow.groupByKeys([1, 2], ["a", "b"]),
  };
}

/** The value, or the message of the failure; all of the variables are of unknown type. */
function outcome(text: string, scope: Scope): unknown {
  const unknownTypes = Object.fromEntries(Object.keys(scope).map((name) => [name, null]));
  const compiled = compileExpression(text, unknownTypes);
  if (compiled.kind === "problems") throw new Error(`${text}: ${compiled.diagnostics[0]?.message}`);
  try {
    return { value: new Function("flow", "step", "scope", compiled.body)(flow, undefined, scope) };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

/** `written` has `o.KEY` where `plain` has `o[key]`. */
function expectSame(written: string, key: string, scope: Scope): void {
  const literal = written.replaceAll(/(\??\.)?\[K\]/g, `$1[${JSON.stringify(key)}]`);
  const plain = written.replaceAll("[K]", "[key]");
  expect(outcome(literal, scope), `${literal} of ${JSON.stringify(scope)}`).toEqual(outcome(plain, { ...scope, key }));
}

describe.each(keys)("the key %s", (key) => {
  const objects = objectsWith(key);

  test.each(["o[K]", "o?.[K]", "o[K] ?? 1", "o?.[K] ?? 1", "o?.[K]?.[K] ?? 2", "o[K][K]", "not o[K]", "-o[K]"])(
    "%s is that of the runtime library",
    (written) => {
      for (const o of Object.values(objects)) expectSame(written, key, { o });
    },
  );

  test.each(["+", "-", "*", "/", "**", "%", "<", "<=", ">", ">=", "==", "!="])("o %s p likewise", (operator) => {
    for (const o of Object.values(objects)) {
      expectSame(`o[K] ${operator} 3`, key, { o });
      expectSame(`4 ${operator} o?.[K]`, key, { o });
      for (const p of Object.values(objects)) expectSame(`o[K] ${operator} p[K]`, key, { o, p });
    }
  });

  test.each(['o[K] == "t"', "o[K] != true", '"t" == o?.[K]', 'o[K] + "x"', "o[K] and true", "o[K] ? 1 : 2"])(
    "%s too",
    (written) => {
      for (const o of Object.values(objects)) expectSame(written, key, { o });
    },
  );

  test("so it is behind other fields", () => {
    for (const inner of Object.values(objects)) {
      const o = { inner };
      for (const written of ["o.inner[K]", "o?.inner?.[K]", "o.inner[K] * 2", "o.missing?.[K]", "o.missing[K]"])
        expectSame(written, key, { o });
    }
  });
});

test("a map of known keys gives nil for others, whatever objects inherit", () => {
  const scope = { user: { name: "u" } };
  for (const key of ["other", ...inherited]) {
    const compiled = compileExpression(`[user[${JSON.stringify(key)}], user?.[${JSON.stringify(key)}] ?? 1]`, scope);
    if (compiled.kind === "problems") throw new Error(compiled.diagnostics[0]?.message);
    expect(new Function("flow", "step", "scope", compiled.body)(flow, undefined, scope), key).toEqual([null, 1]);
  }
});

describe("elements of what is known to be an array", () => {
  const scope = { list: [{ n: 1, tags: ["a"] }, null, "text"], i: 0, key: "n" };

  test.each([
    ["let a = [1, 2]; a[1]", { value: 2 }],
    ["let a = [1, 2]; a[2]", { message: "index 2 is out of range (length 2)" }],
    ["let a = [1, 2]; a[2] + 1", { message: "index 2 is out of range (length 2)" }],
    ["let a = [1, 2]; a[2] > 1 ? 1 : 2", { message: "index 2 is out of range (length 2)" }],
    ["let a = [1, 2]; a[-1] * a[0]", { value: 2 }],
    ["let a = [[1], [2]]; a[1][0] - a[0][0]", { value: 1 }],
    ["let a = [[1], [2]]; a[1][1]", { message: "index 1 is out of range (length 1)" }],
    ["let a = [nil, 1]; a[0]", { value: null }],
    ["let a = [nil, 1]; a[0] ?? 3", { value: 3 }],
    ["map(list, [#, 1])[0][1]", { value: 1 }],
    ["map(list, #)[0].n", { value: 1 }],
    ["map(list, #)[1].n", { message: 'cannot read "n" of nil' }],
    ["map(list, #)[1]?.n", { value: null }],
    ["map(list, #)[2].n", { message: 'cannot read "n" of string' }],
    ["map(list, #)[0].tags[0]", { value: "a" }],
    ["map(list, #)[i].n + first(list).n", { value: 2 }],
    ["find(list, true).n * last([list[0]]).n", { value: 1 }],
    ["find(list, false)?.n ?? 'none'", { value: "none" }],
    ["find(list, false)?.n.m", { message: 'cannot read "m" of nil' }],
    ["len(map(list, #)) + len([1])", { value: 4 }],
    ["{n: {m: 1}}.n.m", { value: 1 }],
    ["{n: {m: 1}}.n.length ?? 2", { value: 2 }],
    ["'a😀b'[1] + 'abc'[1] + 'a😀b'[1:2] + 'abc'[1:]", { value: "😀b😀bc" }],
  ])("%s", (text, expected) => {
    expect(outcome(text, scope)).toEqual(expected);
  });
});

test("a group that is not there is empty, also behind a written key", () => {
  expect(outcome("groupBy(list, # > 1).none", { list: [1] })).toEqual({ value: [] });
  expect(outcome("let groups = groupBy(list, # > 1); [groups.none, groups?.none, groups.true]", { list: [2] })).toEqual(
    {
      value: [[], null, [2]],
    },
  );
});

test("the names that the runtime library must read are all that values inherit in this Node, and length", () => {
  const prototypes = [Object, Array, String, Number, Boolean, FlowDate, FlowDuration, FlowZone, NamedNumber].flatMap(
    ({ prototype }) => Object.getOwnPropertyNames(prototype),
  );
  expect(prototypes.filter((name) => !inherited.has(name))).toEqual([]);
  expect(inherited.has("length")).toBe(true);
});

describe("what is emitted", () => {
  const types = { user: { name: "u", boss: null }, items: [1], any: null };

  test.each([
    ["user.name", "return scope.user.name;"],
    ["user.other", "return scope.user.other ?? null;"],
    // Known to the type, which may be that of a schema that does not require it.
    ["user.boss == nil", "return (scope.user.boss ?? null) === null;"],
    ["any.name", 'return scope.any?.name ?? flow.member(scope.any, "name");'],
    ["any.length", 'return flow.member(scope.any, "length");'],
    [
      'user.boss?.name ?? user.other ?? "none"',
      'return scope.user.boss?.name ?? flow.optionalMember(scope.user.boss, "name") ?? scope.user.other ?? "none";',
    ],
    [
      "any.a > 1",
      'return scope.any != null && typeof scope.any.a === "number" ? scope.any.a > 1 : flow.compare(flow.member(scope.any, "a"), 1) > 0;',
    ],
    ['any.a == "x"', 'return (scope.any?.a ?? flow.member(scope.any, "a")) === "x";'],
    ["not (3 >= 4) ? 7 % 5 : 1", "return 2;"],
    ['user.name in ["a", "b"]', 'return scope.user.name === "a" || scope.user.name === "b";'],
    ['user.other in ["a"]', 'return flow.isIn(scope.user.other ?? null, ["a"]);'],
    ["any.n in [1]", 'return flow.isIn(scope.any?.n ?? flow.member(scope.any, "n"), [1]);'],
    ["items[0]", "return scope.items[0] ?? flow.member(scope.items, 0);"],
    ["len(items)", "return scope.items.length;"],
    [
      "first(items).name",
      'let object;\nreturn (object = flow.first(scope.items), object?.name ?? flow.member(object, "name"));',
    ],
    ["'abc' contains 'b' and user.name == 'u'", 'return scope.user.name === "u";'],
  ])("%s", (text, body) => {
    const compiled = compileExpression(text, types);
    expect(compiled.kind === "script" ? compiled.body : compiled.diagnostics[0]?.message).toBe(body);
  });
});

const dates = {
  date: flow.date("2024-02-03"),
  duration: flow.duration("1h"),
  timezone: flow.timezone("UTC"),
  month: flow.callMethod(flow.date("2024-02-03"), "Month", []),
};

test.each(Object.entries(dates))("a %s of unknown type has no fields, whatever it is made of", (name, o) => {
  const keys = ["name", "kind", "number", "seconds", "nanoseconds", "zone", "fields", "rule", "length", "shown", "x"];
  for (const key of keys) {
    const message = `cannot read "${key}" of ${name}`;
    expect(outcome(`o.${key}`, { o })).toEqual({ message });
    expect(outcome(`o[${JSON.stringify(key)}]`, { o })).toEqual({ message });
    expect(outcome("o[key]", { o, key })).toEqual({ message });
    expect(outcome(`"${key}" in o`, { o })).toEqual({ message: `"in" needs an array or a map, got ${name}` });
  }
});
