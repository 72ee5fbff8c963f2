import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openExistingStore } from "../../runtime-lib/store/database.ts";
import { readPlaces } from "../../runtime-lib/store/known-places.ts";
import { command, project } from "../cli/project.ts";
import { flowcHere, type Outcome, runProgram } from "../support/flowc.ts";
import { killed, noise } from "./kill.ts";

// Runs that are killed at every moment: each must end right, and do nothing again that was recorded.

const runs = 20;

/** Thirteen places: four in a row with an attempt that fails, and eight items beside them. */
const storm = {
  name: "storm",
  resources: [
    step("first", "echo 1"),
    {
      ...step("flaky", 'n=$(grep -c "^flaky$" log); test "$n" -gt 1 && echo 2'),
      requires: ["first"],
      onError: { action: "retry", maxRetries: 9 },
    },
    {
      ...step("item{{index}}", "echo {{item}}"),
      actionId: "items",
      items: [10, 20, 30, 40, 50, 60, 70, 80],
    },
    { ...step("stores", "echo 3"), requires: ["flaky"], after: ["set('kept', 'kept')"] },
    {
      actionId: "last",
      requires: ["items", "stores"],
      apiResponse: {
        success: true,
        response: ["{{get('first')}}", "{{get('flaky')}}", "{{get('items')}}", "{{get('kept')}}"],
      },
    },
  ],
};

function step(place: string, script: string) {
  return command(place, `echo ${place} >> log; sleep 0.03; ${script}`);
}

const result = `${JSON.stringify({
  success: true,
  response: ["1", "2", ["10", "20", "30", "40", "50", "60", "70", "80"], "kept"],
})}\n`;

function countsOf(folder: string): ReadonlyMap<string, number> {
  const path = join(folder, "log");
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Names in the log of what the store has recorded. */
function recordedIn(store: string, run: string): readonly string[] {
  const database = openExistingStore(store);
  if (database === undefined) return [];
  const places = [...readPlaces(database, run).keys()];
  database.close();
  return places
    .flatMap((place) => (place === "items" || place === "last" || place.includes("!") ? [] : [place]))
    .map((place) => place.replace(/^items\[(\d)\]$/, "item$1"));
}

test(`${runs} runs that are killed end right, and run nothing again that was recorded`, async () => {
  using folder = project(storm);
  await flowcHere(["build", ".", "--journal"], { cwd: folder.path });
  const bundle = join(folder.path, "dist", "storm.mjs");
  const store = join(folder.path, "runs.db");
  let kills = 0;
  const one = async (number: number): Promise<Outcome> => {
    const run = `run${number}`;
    const cwd = join(folder.path, run);
    mkdirSync(cwd);
    const args = [`--journal=${store}`, "--run", run, "--step-output", "none"];
    // How often each recorded place had run when it was recorded.
    const counts = new Map<string, number | undefined>();
    for (const share of noise(number, 4)) {
      if (!(await killed([bundle, ...args], { cwd, after: 100 + 900 * share }))) break;
      kills += 1;
      const now = countsOf(cwd);
      for (const place of recordedIn(store, run)) if (!counts.has(place)) counts.set(place, now.get(place));
    }
    const outcome = await runProgram(bundle, args, { cwd });
    const end = countsOf(cwd);
    expect([...counts].map(([place]) => [place, end.get(place)])).toEqual([...counts]);
    return outcome;
  };
  for (let number = 0; number < runs; number += 2) {
    for (const { stdout, stderr, code } of await Promise.all([one(number), one(number + 1)]))
      expect({ stdout, stderr: code === 0 ? "" : stderr, code }).toEqual({ stdout: result, stderr: "", code: 0 });
  }
  expect(kills).toBeGreaterThan(runs / 2);
}, 400_000);
