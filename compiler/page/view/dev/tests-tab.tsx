import { useState } from "preact/hooks";
import type { DevTest, DevTestFile, DevTests } from "../../dev-data.ts";
import { counted, durationText } from "../../model/words.ts";
import { Status } from "../status.tsx";
import type { DevServerLink } from "./dev-page.tsx";

interface TestsTabProps {
  readonly workflow: string;
  readonly tests: DevTests | undefined;
  readonly ask: DevServerLink["ask"];
}

/** The tests of a workflow, which run when they are asked to, and what became of them. */
export function TestsTab({ workflow, tests, ask }: TestsTabProps) {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const run = async (): Promise<void> => setRefusal(await ask("/test", { workflow }));
  return (
    <>
      <p>
        <button type="button" disabled={tests?.running === true} onClick={() => void run()}>
          Run tests
        </button>
      </p>
      <p role="status" aria-label="Tests">
        {refusal ?? summaryOf(tests)}
      </p>
      {tests?.problem !== undefined && <pre class="failure">{tests.problem}</pre>}
      {tests?.files.map((file) => (
        <TestFile key={file.file} file={file} />
      ))}
    </>
  );
}

function summaryOf(tests: DevTests | undefined): string {
  if (tests === undefined) return "Not run yet";
  if (tests.running) return "Running";
  const all = tests.files.flatMap((file) => file.tests);
  return `${counted(all.length, "test")}: ${all.filter(({ passed }) => passed).length} passed`;
}

function TestFile({ file: { file, problem, tests } }: { readonly file: DevTestFile }) {
  return (
    <section aria-label={file}>
      <h3>{file}</h3>
      {problem !== undefined && <p class="failed">{problem}</p>}
      <ul class="findings">
        {tests.map((test) => (
          <Test key={`${test.line} ${test.name}`} test={test} />
        ))}
      </ul>
    </section>
  );
}

function Test({ test: { name, line, passed, durationMs, differences, missing, unused } }: { readonly test: DevTest }) {
  const lines = [
    ...differences.map(
      ({ path, expected, actual }) =>
        `${path || "all"}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
    ),
    ...missing,
    ...unused.map((key) => `nothing asked for ${key}`),
  ];
  return (
    <li class={passed ? "completed" : "failed"}>
      <Status status={passed ? "completed" : "failed"} /> {name}{" "}
      <span class="note">
        line {line}, {durationText(durationMs)}
      </span>
      {lines.length > 0 && <pre>{lines.join("\n")}</pre>}
    </li>
  );
}
