import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { executors } from "../../compiler/executors/list.ts";

const root = join(import.meta.dirname, "../..");
const kinds = readdirSync(join(root, "compiler/executors"), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
/** The folders of the executors; the one of `httpClient` in the runtime library is called as what all of HTTP uses. */
const own = kinds.flatMap((kind) => [
  `compiler/executors/${kind}/`,
  `runtime-lib/${kind === "http-client" ? "http" : kind}/`,
]);

/** Where Python and SQL are languages, and what reads texts in them; not the executors. */
const asLanguage =
  /^compiler\/(?:languages\/|3-check\/taint\/(?:commands\/|(?:holes|script-flows|python-use)\.ts$)|3-check\/rules\/python-(?:inputs|lint|syntax)\.ts$|nouns\/lint\.ts$)/;

/** All other code; explanations and templates hold workflows. */
const files = [...filesBelow("compiler"), ...filesBelow("runtime-lib"), "build.ts"].filter(
  (name) => !/\/(?:generated|explanations|templates)\//.test(name) && !own.some((folder) => name.startsWith(folder)),
);

describe("an executor owns all that is known of it", () => {
  // A component is a kind of document too.
  test.each(executors.map(({ key }) => key).filter((key) => key !== "component"))(
    "%s is named by those functions that read its result, and no other code beside the lists",
    (key) => {
      const named = new RegExp(String.raw`["'\x60]${key}["'\x60.]`);
      const naming = files.filter((name) => !asLanguage.test(name) && named.test(codeOf(name)));
      expect(naming.filter((name) => name !== "compiler/functions/accessors.ts" && name !== npmExec)).toEqual([]);
    },
  );

  test("its folders are imported by the list of each side alone", () => {
    const importing = files.filter((name) =>
      [...codeOf(name).matchAll(/from "(\.[^"]+)"/g)].some(([, path = ""]) => {
        const target = join(name, "..", path).replaceAll("\\", "/");
        // Commands use the runtime library as bundles do.
        return own.some((folder) => target.startsWith(folder) && target.split("/")[0] === name.split("/")[0]);
      }),
    );
    expect(importing.filter((name) => !askOfPrograms.includes(name))).toEqual([
      "compiler/executors/list.ts",
      "runtime-lib/index.ts",
      // The list of those whose calls are spans.
      "runtime-lib/telemetry/call-kinds.ts",
    ]);
  });

  test("each is a folder of its own, which its line in the list names", () => {
    expect(kinds).toHaveLength(executors.length);
  });
});

/** Asks how npm was called: `npm exec`. */
const npmExec = "compiler/cli/init/init.ts";

/** Ask of a resource whether it starts programs: these differ from machine to machine, and write lines. */
const askOfPrograms = ["runtime-lib/run/check-machine.ts", "runtime-lib/command/step-output.ts"];

function filesBelow(room: string): readonly string[] {
  return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .map((name) => `${room}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts"));
}

function codeOf(name: string): string {
  return readFileSync(join(root, name), "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
}
