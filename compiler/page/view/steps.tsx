import type { RunData } from "../data.ts";
import type { OutputLine, StepView } from "../model/step-view.ts";
import { counted, durationText } from "../model/words.ts";
import { Failure } from "./failure.tsx";
import { Scrolled } from "./scrolled.tsx";
import { Status } from "./status.tsx";
import { Value } from "./value.tsx";

interface StepsProps {
  readonly steps: readonly StepView[];
  readonly run: RunData;
  readonly isOpen: (step: StepView) => boolean;
  readonly onToggle: (id: string, open: boolean) => void;
}

/** Everything that is known of each resource, folded. */
export function Steps({ steps, run, isOpen, onToggle }: StepsProps) {
  return (
    <div class="steps">
      {steps.map((step) => (
        <details
          key={step.id}
          id={`step-${step.id}`}
          class={step.status}
          open={isOpen(step)}
          onToggle={(event) => onToggle(step.id, event.currentTarget.open)}
        >
          <summary>
            <span class="name">{step.id}</span> <span class="kind">{step.kind}</span> <Status status={step.status} />{" "}
            {summaryOf(step)}
          </summary>
          {isOpen(step) && <Step step={step} run={run} />}
        </details>
      ))}
    </div>
  );
}

function summaryOf({ startMs, endMs, retries, items, usage, output }: StepView): string {
  const parts = [
    startMs === undefined || endMs === undefined ? undefined : durationText(endMs - startMs),
    items === undefined
      ? undefined
      : `items: ${items.done} of ${items.total}${items.failed ? `, ${items.failed} failed` : ""}`,
    retries.length === 0 ? undefined : `${counted(retries.length + 1, "attempt")}`,
    usage === undefined ? undefined : counted(usage.totalTokens, "token"),
    output.length === 0 ? undefined : `${counted(output.length, "line")} of output`,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

function Step({ step, run }: { readonly step: StepView; readonly run: RunData }) {
  const { id, requires, message, failure, retries, items, output } = step;
  const { results = {}, frames = {} } = run;
  return (
    <>
      {requires.length > 0 && <p>Requires {requires.join(", ")}.</p>}
      {message !== undefined && <p>Skipped: {message}</p>}
      {failure !== undefined && <Failure failure={failure} frames={frames} />}
      {items !== undefined && (
        <p>
          {counted(items.total, "item")}: {items.done} done, {items.failed} failed.
        </p>
      )}
      {retries.length > 0 && (
        <>
          <h3>Attempts that failed</h3>
          <ol class="retries">
            {retries.map(({ atMs, attempt, item, message: why }) => (
              <li key={`${item} ${attempt}`}>
                {item === undefined ? "" : `item ${item}, `}attempt {attempt}, after {durationText(atMs)}: {why}
              </li>
            ))}
          </ol>
        </>
      )}
      {output.length > 0 && (
        <>
          <h3>Output</h3>
          <Output lines={output} label={`Output of ${id}`} />
        </>
      )}
      {Object.hasOwn(results, id) && (
        <>
          <h3>Result</h3>
          <Value value={results[id]} label={`Result of ${id}`} />
        </>
      )}
    </>
  );
}

/** Lines of output, those of stderr marked. */
function Output({ lines, label }: { readonly lines: readonly OutputLine[]; readonly label: string }) {
  return (
    <Scrolled label={label}>
      {lines.map(({ stream, line, item, attempt }, index) => (
        <span key={index} class={stream}>
          {stream === "stderr" && <span class="unseen">stderr: </span>}
          {item !== undefined && `[${item}] `}
          {attempt !== undefined && `try ${attempt} `}
          {line}
          {"\n"}
        </span>
      ))}
    </Scrolled>
  );
}
