import { rmSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./measure.ts";
import { nodeContender, type Place, root } from "./place.ts";
import { atMost, type Section, timesTable } from "./report.ts";

const ROUNDS = 21;

/** `flowc run` of a small workflow, with and without what earlier runs have left. */
export async function measureCache(place: Place): Promise<Section> {
  const hello = join(root, "examples", "hello");
  const stdout = "Hello, world!\n";
  const emptied = join(place.folder, "emptied-cache");
  const results = await compare(
    [
      nodeContender("bundle", place.build(hello, "hello"), { stdout }),
      place.flowcContender("run, warm", ["run", hello], { stdout }),
      place.flowcContender("run --no-cache", ["run", hello, "--no-cache"], { stdout }),
      place.flowcContender("run, empty cache", ["run", hello], {
        stdout,
        env: { XDG_CACHE_HOME: emptied },
        prepare: () => rmSync(emptied, { recursive: true, force: true }),
      }),
    ],
    ROUNDS,
  );
  return {
    title: "`flowc run examples/hello`",
    text: `Started as \`node dist/main.js\`, without npx. ${ROUNDS} rounds. The bundle is the one that \`run\` builds, not minified,
started by itself. Warm: the bundle and V8's code cache are there. \`--no-cache\` builds the bundle anew, with V8's code
cache there. The empty cache is a new folder each time, with neither.`,
    limits: [
      atMost("`flowc run`, warm / the bundle itself", results.ratio("run, warm", "bundle"), 1.6, "x"),
      atMost("`flowc run --no-cache`", results.median("run --no-cache"), 1_200, "ms"),
      atMost("`flowc run` with an empty cache", results.median("run, empty cache"), 1_200, "ms"),
    ],
    table: timesTable(results, "bundle"),
  };
}
