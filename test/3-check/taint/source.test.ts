import { expect, test } from "vitest";
import { facts as types } from "../../../compiler/3-check/resolve/accessors.ts";
import { facts } from "../../../compiler/3-check/taint/source.ts";

test("every fact of info is known as the client's or the run's own", () => {
  expect(Object.keys(facts).sort()).toEqual(Object.keys(types).sort());
});
