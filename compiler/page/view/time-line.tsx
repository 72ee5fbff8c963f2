import { ticks } from "d3-array";
import type { RunView } from "../model/run-view.ts";
import type { StepView } from "../model/step-view.ts";
import { durationText } from "../model/words.ts";
import { Status } from "./status.tsx";

interface TimeLineProps {
  readonly view: RunView;
  /** Those of them that are shown. */
  readonly steps: readonly StepView[];
  readonly onShow: (id: string) => void;
}

/** When each resource ran, and what it waited for before, as a table with bars. */
export function TimeLine({ view, steps, onShow }: TimeLineProps) {
  const total = Math.max(1, view.tookMs);
  const ends = new Map(view.steps.map(({ id, endMs }) => [id, endMs]));
  return (
    <>
      {view.hasGraph ? null : (
        <p class="note">The workflow is not at hand: who waited for whom is taken from the times.</p>
      )}
      <div class="table">
        <table>
          <caption class="unseen">Resources in the order of the graph; ◆ marks the critical path</caption>
          <thead>
            <tr>
              <th scope="col">Resource</th>
              <th scope="col">Status</th>
              <th scope="col">Began</th>
              <th scope="col">Took</th>
              <th scope="col">Waited for</th>
              <th scope="col" class="bar">
                <Axis total={total} />
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <Row
                key={step.id}
                step={step}
                readyMs={readyMs(step, ends)}
                total={total}
                nowMs={view.tookMs}
                onShow={onShow}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Without anything to wait for, a resource could begin with the run; of the parts of components nothing is known. */
function readyMs({ parent, waitedFor }: StepView, ends: ReadonlyMap<string, number | undefined>): number | undefined {
  if (waitedFor !== undefined) return ends.get(waitedFor);
  return parent === undefined ? 0 : undefined;
}

function Axis({ total }: { readonly total: number }) {
  return (
    <>
      <span class="unseen">Time line</span>
      <svg class="axis" width="100%" height="16" aria-hidden="true">
        {ticks(0, total, 5)
          // The last one would be cut off.
          .filter((tick) => tick < total * 0.88)
          .map((tick) => (
            <text key={tick} x={percent(tick, total)} y="12">
              {durationText(tick)}
            </text>
          ))}
      </svg>
    </>
  );
}

interface RowProps {
  readonly step: StepView;
  /** When what it waited for had ended. */
  readonly readyMs: number | undefined;
  readonly total: number;
  readonly nowMs: number;
  readonly onShow: (id: string) => void;
}

function Row({ step, readyMs, total, nowMs, onShow }: RowProps) {
  const { id, parent, status, startMs, endMs, waitedFor, isCritical, isRecorded } = step;
  const end = endMs ?? nowMs;
  return (
    <tr class={isCritical ? "critical" : ""}>
      <th scope="row" class={parent === undefined ? "" : "part"}>
        <a
          href={`#${encodeURIComponent(id)}`}
          onClick={(event) => {
            event.preventDefault();
            onShow(id);
          }}
        >
          {id}
        </a>
        {isCritical && (
          <span class="mark" title="on the critical path">
            <span aria-hidden="true"> ◆</span>
            <span class="unseen"> (critical path)</span>
          </span>
        )}
      </th>
      <td>
        <Status status={status} />
        {isRecorded && " (earlier run)"}
      </td>
      <td class="number">{startMs === undefined ? "" : durationText(startMs)}</td>
      <td class="number">{startMs === undefined ? "" : durationText(end - startMs)}</td>
      <td>{startMs === undefined ? "" : waitedFor}</td>
      <td class="bar">
        <svg width="100%" height="18" aria-hidden="true">
          {startMs !== undefined && readyMs !== undefined && startMs > readyMs && (
            <line class="wait" x1={percent(readyMs, total)} x2={percent(startMs, total)} y1="9" y2="9" />
          )}
          {startMs !== undefined && (
            <rect
              class={`${status}${isCritical ? " critical" : ""}`}
              x={percent(startMs, total)}
              width={`max(2px, ${percent(end - startMs, total)})`}
              y="3"
              height="12"
              rx="2"
            />
          )}
          {step.retries.map(({ atMs, attempt, item }) => (
            <line
              key={`${item} ${attempt}`}
              class="retry"
              x1={percent(atMs, total)}
              x2={percent(atMs, total)}
              y1="1"
              y2="17"
            />
          ))}
        </svg>
      </td>
    </tr>
  );
}

function percent(part: number, total: number): string {
  return `${((100 * part) / total).toFixed(3)}%`;
}
