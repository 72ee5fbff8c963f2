import { type Corpus, figuresOf } from "./figures.ts";

// node test/corpora/report.ts [KIND…]: what of the corpora is not as it should be, grouped. Build flowc first.
const kinds = process.argv.slice(2);
for (const corpus of (kinds.length > 0 ? kinds : Object.keys(figuresOf)) as Corpus[]) {
  const { cases, misses } = await figuresOf[corpus]();
  const counts = Object.entries(misses).map(([kind, those]) => `${kind} ${those.length}`);
  console.log(`${corpus}: ${cases} cases, ${counts.join(", ")}`);
  for (const [kind, those] of Object.entries(misses)) {
    for (const { name, why } of those)
      console.log(`  ${kind}: ${name}\n${why.map((line) => `      ${line}\n`).join("")}`);
  }
}
