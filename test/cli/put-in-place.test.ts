import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Place, putInPlace } from "../../compiler/cli/shared/put-in-place.ts";
import { temporaryFolder } from "../support/flowc.ts";

function file(path: string, text: string): Place {
  return { path, write: (aside) => writeFileSync(aside, text) };
}

function folder(path: string, text: string, more: Partial<Place> = {}): Place {
  const write = (aside: string): void => {
    mkdirSync(aside);
    writeFileSync(join(aside, "inside"), text);
  };
  return { path, write, ...more };
}

const failing = (path: string): Place => ({
  path,
  write: (aside) => {
    writeFileSync(aside, "half");
    throw new Error("the disk is full");
  },
});

describe("putInPlace", () => {
  test("writes nothing where one cannot be written, and leaves nothing aside", () => {
    using place = temporaryFolder();
    writeFileSync(join(place.path, "a"), "before");
    expect(() => putInPlace([file(join(place.path, "a"), "after"), failing(join(place.path, "b"))])).toThrow("full");
    expect(readdirSync(place.path)).toEqual(["a"]);
    expect(readFileSync(join(place.path, "a"), "utf8")).toBe("before");
  });

  test("replaces files and folders, also a file by a folder", () => {
    using place = temporaryFolder();
    mkdirSync(join(place.path, "folder"));
    for (const name of ["file", "folder/old", "other"]) writeFileSync(join(place.path, name), "before");
    const at = (name: string) => join(place.path, name);
    putInPlace([file(at("file"), "after"), folder(at("folder"), "after"), folder(at("other"), "after")]);
    expect(readdirSync(place.path, { recursive: true }).sort()).toEqual(
      ["file", "folder", join("folder", "inside"), "other", join("other", "inside")].sort(),
    );
  });

  test("no file is put in the place of a folder", () => {
    using place = temporaryFolder();
    mkdirSync(join(place.path, "a"));
    expect(() => putInPlace([file(join(place.path, "a"), "text")])).toThrow(/EISDIR/);
    expect(readdirSync(place.path)).toEqual(["a"]);
  });

  test("a folder that may stay is kept", () => {
    using place = temporaryFolder();
    const path = join(place.path, "a");
    putInPlace([folder(path, "first")]);
    putInPlace([folder(path, "second", { keeps: () => true })]);
    expect(readFileSync(join(path, "inside"), "utf8")).toBe("first");
    putInPlace([folder(path, "third", { keeps: () => false })]);
    expect(readFileSync(join(path, "inside"), "utf8")).toBe("third");
    expect(readdirSync(place.path)).toEqual(["a"]);
  });

  test("what is to be new is taken back where a part of it is there", () => {
    using place = temporaryFolder();
    putInPlace([folder(join(place.path, "b"), "before")]);
    const parts = [file(join(place.path, "a"), "new"), folder(join(place.path, "b"), "new")];
    expect(() => putInPlace(parts, true)).toThrow();
    expect(readdirSync(place.path)).toEqual(["b"]);
    expect(readFileSync(join(place.path, "b", "inside"), "utf8")).toBe("before");
  });
});
