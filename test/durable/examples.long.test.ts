import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openExistingStore } from "../../runtime-lib/store/database.ts";
import { type KnownPlace, readPlaces } from "../../runtime-lib/store/known-places.ts";
import { exampleArguments, exampleNames, examplesFolder, surroundingsOf } from "../support/examples.ts";
import { eventsOf, flowcHere, runProgram, temporaryFolder } from "../support/flowc.ts";
import { lacksProgram } from "../support/programs.ts";
import { killed, noise } from "./kill.ts";

// Every example, killed and resumed: the same result as if nothing had happened, and nothing recorded is done again.

const runsOfEach = 2;
const killsOfEach = 3;

/** The model of this one answers in turns: a second run of its chat hears something else. */
const inTurns = "assistant";

/** Ids of resources that are recorded and can be read back. */
function recordedIn(store: string, run: string): readonly string[] {
  const database = openExistingStore(store);
  if (database === undefined) return [];
  const places = [...readPlaces(database, run)];
  database.close();
  const isWhole = ({ flaw, outcome }: KnownPlace) => flaw === null && !("failure" in JSON.parse(outcome));
  return places.flatMap(([place, known]) => (/^[^[/!]+$/.test(place) && isWhole(known) ? [place] : []));
}

function startedIn(events: string): readonly string[] {
  if (!existsSync(events)) return [];
  // The last line of a process that was killed may be cut.
  const whole = readFileSync(events, "utf8").replace(/[^\n]*$/, "");
  return eventsOf(whole).flatMap(({ event, actionId }) => (event === "resource.started" ? [String(actionId)] : []));
}

describe.each(exampleNames.filter((name) => name !== inTurns))("examples/%s", (name) => {
  test("ends right after any kill", async (context) => {
    if (lacksProgram(name)) return context.skip();
    using folder = temporaryFolder();
    await flowcHere(["build", join(examplesFolder, name), "-o", join(folder.path, "out"), "--journal"]);
    const bundle = join(folder.path, "out", `${name}.mjs`);
    const store = join(folder.path, "runs.db");
    const expected = readFileSync(join(examplesFolder, name, "expected.stdout"), "utf8");
    /** Runs it in a home of its own; `shares` of the time that it takes are when it is killed. */
    const one = async (run: string, shares: readonly number[], took: number): Promise<void> => {
      const home = join(folder.path, run);
      mkdirSync(home);
      await using surroundings = await surroundingsOf(name);
      const env = { ...process.env, HOME: home, ...surroundings.env };
      const events = (number: number) => join(home, `events${number}`);
      const args = (number: number) => [
        ...[...exampleArguments(name, home), `--journal=${store}`, "--run", run],
        ...[`--events=${events(number)}`, "--step-output", "none"],
      ];
      let number = 0;
      const check = (recorded: readonly string[]) =>
        expect(startedIn(events(number)).filter((id) => recorded.includes(id))).toEqual([]);
      for (const share of shares) {
        const recorded = recordedIn(store, run);
        await killed([bundle, ...args(number)], { cwd: home, env, after: took * share });
        check(recorded);
        number += 1;
      }
      const recorded = recordedIn(store, run);
      const { stdout, stderr, code } = await runProgram(bundle, args(number), { cwd: home, env });
      expect({ stdout, code, stderr: code === 0 ? "" : stderr }).toEqual({ stdout: expected, code: 0, stderr: "" });
      check(recorded);
    };
    const begin = performance.now();
    await one("calm", [], 0);
    const took = performance.now() - begin;
    const storm = Array.from({ length: runsOfEach }, (_, seed) => one(`run${seed}`, noise(seed, killsOfEach), took));
    await Promise.all(storm);
  }, 120_000);
});
