import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./measure.ts";
import { type Place, root } from "./place.ts";
import { atMost, row, type Section } from "./report.ts";

const planted = join(root, "test", "fixtures", "explore");

/** `flowc test --explore` of workflows with one planted mistake each. */
export async function measureExplore(place: Place): Promise<Section> {
  const names = readdirSync(planted);
  // The exit code is 1 where something is found.
  const contenders = names.map((name) => {
    const found = place.flowcContender(name, ["test", "--explore", join(planted, name)]);
    const script = '"$@"; test $? -eq 1';
    return { ...found, command: "sh", args: ["-c", script, "sh", found.command, ...found.args] };
  });
  const results = await compare(contenders, 1);
  const slowest = names.toSorted((one, other) => results.median(other) - results.median(one));
  return {
    title: "`flowc test --explore`",
    text: `Workflows with one planted mistake each (test/fixtures/explore), all ${names.length} of them: every mistake is found, made
small and printed. The time of a whole command, with all that is explored after the find. The slowest five.`,
    limits: [atMost("the slowest of the planted mistakes", results.median(slowest[0] ?? ""), 10_000, "ms")],
    table: [
      row(["mistake", "ms"]),
      row(["---", "---:"]),
      ...slowest.slice(0, 5).map((name) => row([name, results.median(name).toFixed(0)])),
    ].join("\n"),
  };
}
