import { exampleNames } from "../support/examples.ts";
import { runtimeName, runtimes } from "../support/runtimes.ts";
import { type Cell, Matrix } from "./matrix.ts";

// Runs the bundle of every example under every runtime that bundles are for, and prints a table: npm run matrix. What is
// given and what is not, matrix.ts says. Exit code 1 where one fails.

using matrix = new Matrix();
await matrix.prepare();
const server = "api, serving";
const width = Math.max(...exampleNames.map((name) => name.length));
const heads = runtimes.map((runtime) => runtimeName(runtime).padEnd(7));
console.log(["example".padEnd(width), ...heads, "its environment"].join("  "));
const troubles: string[] = [];
for (const name of [...exampleNames, server]) {
  const cells: Cell[] = [];
  for (const runtime of runtimes) {
    const cell = await (name === server ? matrix.serve(runtime) : matrix.run(name, runtime));
    cells.push(cell);
    if (cell.kind !== "ok") troubles.push(`${name} under ${runtimeName(runtime)} ${cell.kind}: ${cell.why}`);
    if (cell.kind === "failed") process.exitCode = 1;
  }
  const variables = new Set(cells.flatMap((cell) => (cell.kind === "ok" ? cell.variables : [])));
  const environment = variables.size === 0 ? "empty" : [...variables].join(", ");
  console.log([name.padEnd(width), ...cells.map(({ kind }) => kind.padEnd(7)), environment].join("  "));
}
if (troubles.length > 0) console.log(`\n${troubles.join("\n")}`);
