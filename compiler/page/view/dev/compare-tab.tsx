import { useState } from "preact/hooks";
import type { DevRun, DevWorkflow } from "../../dev-data.ts";
import { type ComparedSide, compareRuns } from "../../model/compare-runs.ts";
import { runLabel } from "../../model/run-label.ts";
import { runView } from "../../model/run-view.ts";
import { durationText } from "../../model/words.ts";
import { Status } from "../status.tsx";
import type { DevServerLink } from "./dev-page.tsx";

interface CompareTabProps {
  readonly workflow: DevWorkflow;
  /** The latest first. */
  readonly runs: readonly DevRun[];
  readonly ask: DevServerLink["ask"];
}

/** Two runs beside each other, also earlier ones that were kept. */
export function CompareTab({ workflow, runs, ask }: CompareTabProps) {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const load = async (): Promise<void> => setRefusal(await ask("/kept", { workflow: workflow.id }));
  return (
    <>
      <p>
        <button type="button" onClick={() => void load()}>
          Load kept runs
        </button>{" "}
        <span role="status">{refusal}</span>
      </p>
      <Comparison workflow={workflow} runs={runs} />
    </>
  );
}

function Comparison({ workflow, runs }: Omit<CompareTabProps, "ask">) {
  const [first, setFirst] = useState<string | undefined>(undefined);
  const [second, setSecond] = useState<string | undefined>(undefined);
  const before = runs.find(({ id }) => id === first) ?? runs[1];
  const after = runs.find(({ id }) => id === second) ?? runs[0];
  if (before === undefined || after === undefined) return <p>Run the workflow twice to compare its runs.</p>;
  const resources = workflow.graph?.resources;
  const rows = compareRuns(runView(before, resources), runView(after, resources));
  return (
    <>
      <p>
        <Choice label="Before" runs={runs} chosen={before.id} onChoose={setFirst} />{" "}
        <Choice label="After" runs={runs} chosen={after.id} onChoose={setSecond} />
      </p>
      <p>
        {JSON.stringify(before.result) === JSON.stringify(after.result)
          ? "The results are the same."
          : "The results differ."}
      </p>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">Resource</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">Longer by</th>
              <th scope="col">Output</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, before: one, after: other, longerMs }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td>
                  <Side side={one} />
                </td>
                <td>
                  <Side side={other} />
                </td>
                <td class="number">{longerMs === undefined ? "" : signed(longerMs)}</td>
                <td>{one?.output === other?.output ? "same" : "differs"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly runs: readonly DevRun[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function Choice({ label, runs, chosen, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {runLabel(run)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Side({ side }: { readonly side: ComparedSide | undefined }) {
  if (side === undefined) return <>not there</>;
  return (
    <>
      <Status status={side.status} /> {side.tookMs !== undefined && durationText(side.tookMs)}
    </>
  );
}

function signed(ms: number): string {
  return `${ms < 0 ? "−" : "+"}${durationText(Math.abs(ms))}`;
}
