import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { executableName } from "../compiler/6-ship/executable.ts";
import { type Contender, compare } from "./measure.ts";
import { nodeContender, type Place, root } from "./place.ts";
import { atMost, type Section, timesTable } from "./report.ts";

const ROUNDS = 41;

/** The start of executables beside the bundles of the same workflows. */
export async function measureExecutables(place: Place): Promise<Section> {
  const results = await compare([...contenders(place, "hello"), ...contenders(place, "visits")], ROUNDS);
  const size = statSync(join(place.folder, "alone", executableName("hello"))).size / 1024 / 1024;
  return {
    title: "Start of executables",
    text: `Executables of examples/hello and examples/visits (a memory, so with the SQLite addon inside, which is in the user's
cache after the first start) beside the bundles of the same build. ${ROUNDS} rounds. An executable of this Node has
${size.toFixed(0)} MB.`,
    limits: [
      atMost("executable / bundle of hello", results.ratio("hello, executable", "hello, bundle"), 1.5, "x"),
      atMost("executable / bundle of visits", results.ratio("visits, executable", "visits, bundle"), 1.5, "x"),
    ],
    table: timesTable(results, "hello, bundle"),
  };
}

/** The executable lies apart from the addon that the build leaves beside the bundle. */
function contenders(place: Place, name: string): readonly Contender[] {
  const bundle = place.build(join(root, "examples", name), name, "--minify", "--exe");
  const command = join(place.make("alone"), executableName(name));
  copyFileSync(join(bundle, "..", executableName(name)), command);
  const env = { HOME: place.folder, XDG_CACHE_HOME: place.cache };
  return [nodeContender(`${name}, bundle`, bundle, { env }), { name: `${name}, executable`, command, args: [], env }];
}
