import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./measure.ts";
import { nodeContender, type Place, root } from "./place.ts";
import { atMost, type Section, timesTable } from "./report.ts";

const ROUNDS = 41;

/** The start of a small bundle beside scripts that run the same command. */
export async function measureStart(place: Place): Promise<Section> {
  const bundle = place.build(join(root, "examples", "hello"), "hello", "--minify");
  const empty = join(place.folder, "empty.mjs");
  writeFileSync(empty, "");
  const stdout = "Hello, world!\n";
  const results = await compare(
    [
      nodeContender("bundle", bundle, { stdout }),
      nodeContender("execa", place.script("hello-execa"), { stdout }),
      nodeContender("child_process", place.script("hello-bare"), { stdout }),
      nodeContender("an empty module", empty),
    ],
    ROUNDS,
  );
  return {
    title: "Start of examples/hello",
    text: `The minified bundle beside two scripts written by hand (bench/scripts/hello-*.ts, bundled and minified by esbuild)
that run the same command with the same environment and time limit and print its output. ${ROUNDS} rounds. The empty
module shows what Node itself takes.`,
    limits: [
      atMost("bundle of hello / the same through execa", results.ratio("bundle", "execa"), 1.1, "x"),
      atMost("bundle of hello / the same through child_process", results.ratio("bundle", "child_process"), 1.5, "x"),
      atMost("size of that bundle, minified", statSync(bundle).size / 1024, 120, "KB"),
    ],
    table: timesTable(results, "child_process"),
  };
}
