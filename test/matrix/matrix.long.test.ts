import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleNames } from "../support/examples.ts";
import { runtimes } from "../support/runtimes.ts";
import { Matrix } from "./matrix.ts";

// `npm run matrix` prints the same as a table.

const matrix = new Matrix();
beforeAll(() => matrix.prepare());
afterAll(() => matrix[Symbol.dispose]());

describe.each(runtimes)("under %s, from an empty read-only folder, with an empty environment", (runtime) => {
  test.concurrent.for(exampleNames)("the bundle of examples/%s gives the same", async (name, context) => {
    const cell = await matrix.run(name, runtime);
    if (cell.kind === "skipped") return context.skip(cell.why);
    expect(cell).toMatchObject({ kind: "ok" });
  });

  test.concurrent("the server of examples/api answers, and ends on SIGTERM", async (context) => {
    const cell = await matrix.serve(runtime);
    if (cell.kind === "skipped") return context.skip(cell.why);
    expect(cell).toEqual({ kind: "ok", variables: [] });
  });
});
