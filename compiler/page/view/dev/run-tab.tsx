import { useState } from "preact/hooks";
import type { DevRun, DevWorkflow } from "../../dev-data.ts";
import { runLabel } from "../../model/run-label.ts";
import { runView } from "../../model/run-view.ts";
import { progressText } from "../header.tsx";
import { RunPage } from "../run-page.tsx";
import type { DevServerLink } from "./dev-page.tsx";
import { LiveOutput } from "./live-output.tsx";
import { RunForm } from "./run-form.tsx";

interface RunTabProps {
  readonly workflow: DevWorkflow;
  /** Of this workflow, the latest first. */
  readonly runs: readonly DevRun[];
  readonly ask: DevServerLink["ask"];
}

/** A form that starts a run, and the run that was started last, or another, as it goes on. */
export function RunTab({ workflow, runs, ask }: RunTabProps) {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const run = runs.find(({ id }) => id === chosen) ?? runs[0];
  return (
    <>
      {workflow.form === undefined ? (
        <p>The workflow cannot run before its errors are gone: see Problems.</p>
      ) : (
        <RunForm
          workflow={workflow.id}
          form={workflow.form}
          ask={(path, body) => {
            choose(undefined);
            return ask(path, body);
          }}
        />
      )}
      {runs.length > 1 && (
        <label>
          Shown{" "}
          <select value={run?.id} onChange={(event) => choose(event.currentTarget.value)}>
            {runs.map((one) => (
              <option key={one.id} value={one.id}>
                {runLabel(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {run !== undefined && <ShownRun key={run.id} run={run} graph={workflow.graph} ask={ask} />}
    </>
  );
}

interface ShownRunProps {
  readonly run: DevRun;
  readonly graph: DevWorkflow["graph"];
  readonly ask: DevServerLink["ask"];
}

function ShownRun({ run, graph, ask }: ShownRunProps) {
  const isOver = run.status !== "running";
  return (
    <section aria-label="Run">
      <p role="status" aria-label="Progress">
        {progressText(runView(run, graph?.resources))}
      </p>
      {!isOver && (
        <button type="button" onClick={() => void ask("/cancel", { run: run.id })}>
          Cancel
        </button>
      )}
      <LiveOutput events={run.events} />
      <RunPage run={run} graph={graph} prices={{}} />
    </section>
  );
}
