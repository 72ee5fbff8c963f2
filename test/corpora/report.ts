import { type Corpus, type Figures, figuresOf, silentAttacks } from "./figures.ts";

// node test/corpora/report.ts [KIND…]: what of the corpora is not as it should be, grouped. Build flowc first.
// The kind attacks-checked is attacks without running them, which takes seconds.
const kinds: Readonly<Record<Corpus | "attacks-checked", () => Promise<Figures>>> = {
  ...figuresOf,
  "attacks-checked": silentAttacks,
};
const given = process.argv.slice(2);
for (const kind of given.length > 0 ? given : Object.keys(figuresOf)) {
  if (!Object.hasOwn(kinds, kind)) throw new Error(`no corpus "${kind}": ${Object.keys(kinds).join(", ")}`);
  const { cases, misses } = await kinds[kind as Corpus]();
  const counts = Object.entries(misses).map(([wrong, those]) => `${wrong} ${those.length}`);
  console.log(`${kind}: ${cases} cases, ${counts.join(", ")}`);
  for (const [wrong, those] of Object.entries(misses)) {
    for (const { name, why } of those)
      console.log(`  ${wrong}: ${name}\n${why.map((line) => `      ${line}\n`).join("")}`);
  }
}
