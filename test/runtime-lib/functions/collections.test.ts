import { describe, expect, it } from "vitest";
import * as flow from "../../../runtime-lib/functions/collections.ts";
import { failure } from "./failure.ts";

const polluted = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');

describe("len", () => {
  it("counts code points, elements and keys", () => {
    expect(flow.len("Hello")).toBe(5);
    expect(flow.len("😀")).toBe(1);
    expect(flow.len([1, 2, 3])).toBe(3);
    expect(flow.len({ name: "John", age: 30 })).toBe(2);
    expect(flow.len(polluted)).toBe(2);
  });

  it("refuses other values", () => {
    expect(failure(() => flow.len(null))).toBe("len: expected a string, an array or a map, got nil");
    expect(failure(() => flow.len(1))).toBe("len: expected a string, an array or a map, got int");
  });
});

describe("concat, flatten, reverse and uniq", () => {
  it("make new arrays", () => {
    const given = [1, [2, [3]]];
    expect(flow.concat(given, [], [4])).toEqual([1, [2, [3]], 4]);
    expect(flow.flatten(given)).toEqual([1, 2, 3]);
    expect(flow.reverse(given)).toEqual([[2, [3]], 1]);
    expect(given).toEqual([1, [2, [3]]]);
  });

  it("uniq keeps the first of equal elements", () => {
    expect(flow.uniq([1, 2, 1, "1", null, null, true])).toEqual([1, 2, "1", null, true]);
    expect(flow.uniq([{ a: 1, b: [2] }, { b: [2], a: 1 }, { a: 1 }])).toEqual([{ a: 1, b: [2] }, { a: 1 }]);
    expect(flow.uniq(["[]", [], []])).toEqual(["[]", []]);
  });

  it("uniq is fast for many maps", () => {
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id: id % 30_000 }));
    expect(flow.uniq(rows)).toHaveLength(30_000);
  });

  it("refuse other values and ever more elements", () => {
    expect(failure(() => flow.concat([], "a"))).toBe("concat: expected an array, got string");
    expect(failure(() => flow.flatten(null))).toBe("flatten: expected an array, got nil");
    expect(failure(() => flow.reverse("abc"))).toBe("reverse: expected an array, got string");
    expect(failure(() => flow.uniq({}))).toBe("uniq: expected an array, got map");
    const many = new Array(5_000_001).fill(0);
    expect(failure(() => flow.concat(many, many))).toContain("concat: the array would have more than 10 million");
    expect(failure(() => flow.flatten([many, many]))).toContain("flatten: the array would have more than 10 million");
  });
});

describe("join", () => {
  it("joins texts", () => {
    expect(flow.join(["apple", "orange"], ",")).toBe("apple,orange");
    expect(flow.join(["apple", "orange"])).toBe("appleorange");
    expect(flow.join([], ",")).toBe("");
  });

  it("refuses other elements and a result over 64 MiB", () => {
    expect(failure(() => flow.join(["a", 1]))).toBe("join: expected an array of strings, element 1 is int");
    expect(failure(() => flow.join("a"))).toBe("join: expected an array, got string");
    const glue = "x".repeat(1024 * 1024);
    expect(failure(() => flow.join(new Array(66).fill(""), glue))).toBe("join: the text would be longer than 64 MiB");
  });
});

describe("first, last and take", () => {
  it("are nil where there is none", () => {
    expect(flow.first([1, 2])).toBe(1);
    expect(flow.last([1, 2])).toBe(2);
    expect([flow.first([]), flow.last([]), flow.first(1), flow.last({ a: 1 }), flow.first("")]).toEqual(
      new Array(5).fill(null),
    );
    expect([flow.first("str"), flow.last("ä")]).toEqual([115, 0xa4]);
  });

  it("take gives at most so many", () => {
    expect(flow.take([1, 2, 3], 2)).toEqual([1, 2]);
    expect(flow.take([1, 2, 3], 9)).toEqual([1, 2, 3]);
    expect(flow.take([1], 0)).toEqual([]);
    expect(failure(() => flow.take([1], -1))).toBe("take: expected a count of 0 or more, got -1");
    expect(failure(() => flow.take("abc", 1))).toBe("take: expected an array, got string");
  });
});

describe("sort", () => {
  it("sorts numbers and texts into a new array", () => {
    const given = [3, 10, 1];
    expect(flow.sort(given)).toEqual([1, 3, 10]);
    expect(flow.sort(given, "desc")).toEqual([10, 3, 1]);
    expect(given).toEqual([3, 10, 1]);
    expect(flow.sort(["b", "B", "a"], "asc")).toEqual(["B", "a", "b"]);
    expect(flow.sort([null])).toEqual([null]);
    expect(flow.sort(0.5)).toEqual([]);
  });

  it("refuses a mixture, what has no order, and another order", () => {
    const message = "sort: expected numbers or strings throughout; cannot compare";
    expect(failure(() => flow.sort([1, "a"]))).toContain(message);
    expect(failure(() => flow.sort([true, false]))).toContain(message);
    expect(failure(() => flow.sort([{}, {}]))).toContain(message);
    expect(failure(() => flow.sort([], "up"))).toBe('sort: expected the order "asc" or "desc", got "up"');
  });
});

describe("keys, values, toPairs and fromPairs", () => {
  it("take a map apart", () => {
    const map = { name: "John", age: 30 };
    expect(flow.keys(map)).toEqual(["name", "age"]);
    expect(flow.values(map)).toEqual(["John", 30]);
    expect(flow.toPairs(map)).toEqual([
      ["name", "John"],
      ["age", 30],
    ]);
    expect(flow.keys(polluted)).toEqual(["__proto__", "constructor"]);
  });

  it("fromPairs takes any key as data", () => {
    expect(
      flow.fromPairs([
        ["a", 1],
        ["b", 2],
        ["a", 3],
      ]),
    ).toEqual({ a: 3, b: 2 });
    const map = flow.fromPairs([["__proto__", { polluted: true }]]);
    expect(Object.keys(map)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
    expect("polluted" in map).toBe(false);
  });

  it("remember keys that are not text", () => {
    const pairs = [
      [1, "a"],
      [true, "b"],
      [null, "c"],
    ];
    const map = flow.fromPairs(pairs);
    expect(JSON.stringify(map)).toBe('{"1":"a","true":"b","<nil>":"c"}');
    expect(flow.keys(map)).toEqual([1, true, null]);
    expect(flow.toPairs(map)).toEqual(pairs);
  });

  it("refuse other values", () => {
    expect(failure(() => flow.keys([1]))).toBe("keys: expected a map, got array");
    expect(failure(() => flow.values(null))).toBe("values: expected a map, got nil");
    expect(failure(() => flow.toPairs("a"))).toBe("toPairs: expected a map, got string");
    expect(failure(() => flow.fromPairs({}))).toBe("fromPairs: expected an array, got map");
    const pairs = "fromPairs: expected pairs [key, value], element 1 is";
    expect(failure(() => flow.fromPairs([["a", 1], 2]))).toBe(`${pairs} int`);
    expect(failure(() => flow.fromPairs([["a", 1], [2]]))).toBe(`${pairs} an array of 1`);
    expect(failure(() => flow.fromPairs([[[], 1]]))).toBe("fromPairs: expected a string as key, got array");
  });
});

describe("safe", () => {
  const value = { user: { name: "Ann", tags: ["a", "b"] }, none: null };

  it.each([
    ["user.name", "Ann"],
    ["user.tags.0", "a"],
    ["user.tags.-1", "b"],
    ["user.tags.7", null],
    ["user.tags.x", null],
    ["user.nobody.name", null],
    ["none.a", null],
    ["user.name.length", null],
    ["constructor.name", null],
    ["__proto__", null],
    ["", value],
  ])("reads %s", (path, expected) => {
    expect(flow.safe(value, path)).toEqual(expected);
  });

  it("takes nil, and refuses a path that is not text", () => {
    expect(flow.safe(null, "a.b")).toBe(null);
    expect(failure(() => flow.safe(value, 1))).toBe("safe: expected a string, got int");
  });
});
