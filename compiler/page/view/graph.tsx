import { useState } from "preact/hooks";
import type { DrawnBox } from "../../draw/drawing.ts";
import type { PageGraph } from "../data.ts";
import { type Direction, neighbourOf } from "../model/neighbour.ts";
import type { StepView } from "../model/step-view.ts";
import { durationText, statusWords } from "../model/words.ts";

interface GraphProps {
  readonly graph: PageGraph;
  readonly steps: ReadonlyMap<string, StepView>;
  readonly onShow: (id: string) => void;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** The graph with the states of its resources: one stop of the Tab key, inside of which arrow keys move. */
export function Graph({ graph, steps, onShow }: GraphProps) {
  const { drawing } = graph;
  const [current, setCurrent] = useState(drawing.boxes.findIndex(({ id }) => id !== undefined));
  const move = (event: KeyboardEvent): void => {
    const direction = directions[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = neighbourOf(drawing, current, direction);
    setCurrent(next);
    (event.currentTarget as Element).querySelector<SVGElement>(`[data-box="${next}"]`)?.focus();
  };
  return (
    <div class="graph">
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no element for a group of links that arrow keys move in */}
      <svg
        width={drawing.width}
        height={drawing.height}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        role="group"
        aria-label="Graph: arrow keys move, Enter shows a resource"
        onKeyDown={move}
      >
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {drawing.lines.map(({ from, to, path, isTool }) => (
          <path
            key={`${from} ${to}`}
            class={lineClass(drawing.boxes[from], drawing.boxes[to], steps, isTool)}
            d={path}
            marker-end="url(#arrow)"
          />
        ))}
        {drawing.boxes.map((box, index) => (
          <Box
            key={box.id ?? `entry ${index}`}
            box={box}
            number={index}
            isCurrent={index === current}
            step={box.id === undefined ? undefined : steps.get(box.id)}
            onShow={onShow}
          />
        ))}
      </svg>
    </div>
  );
}

/** On the critical path, where both ends are and the one waited for the other. */
function lineClass(
  from: DrawnBox | undefined,
  to: DrawnBox | undefined,
  steps: GraphProps["steps"],
  isTool: boolean,
): string {
  const step = steps.get(to?.id ?? "");
  const isCritical = step?.isCritical === true && step.waitedFor === from?.id && from?.id !== undefined;
  return `line${isCritical ? " critical" : ""}${isTool ? " tool" : ""}`;
}

interface BoxProps {
  readonly box: DrawnBox;
  readonly number: number;
  readonly isCurrent: boolean;
  readonly step: StepView | undefined;
  readonly onShow: (id: string) => void;
}

const padding = 6;
const lineHeight = 17;

function Box({ box, number, isCurrent, step, onShow }: BoxProps) {
  const { id, kind, title, lines, x, y, width, height, isTarget, isOptional } = box;
  const top = y - height / 2;
  const parts = (
    <>
      <title>{label(title, step)}</title>
      <rect
        x={x - width / 2}
        y={top}
        width={width}
        height={height}
        rx={kind === "entry" ? height / 2 : 8}
        class={`${isTarget ? "target" : ""}${isOptional ? " optional" : ""}`}
      />
      {lines.map((line, index) => (
        <text key={index} x={x} y={top + padding + 12 + index * lineHeight} class={index === 0 ? "id" : ""}>
          {line}
        </text>
      ))}
    </>
  );
  if (id === undefined) return <g class="box entry">{parts}</g>;
  return (
    <a
      href={`#${encodeURIComponent(id)}`}
      class={`box ${step?.status ?? "waiting"}${step?.isCritical ? " critical" : ""}`}
      data-box={number}
      tabindex={isCurrent ? 0 : -1}
      onClick={(event) => {
        event.preventDefault();
        onShow(id);
      }}
    >
      {parts}
      <circle cx={x + width / 2} cy={top} r="9" />
      <text x={x + width / 2} y={top + 4} class="sign">
        {statusWords[step?.status ?? "waiting"].sign}
      </text>
    </a>
  );
}

function label(title: string, step: StepView | undefined): string {
  if (step === undefined) return title;
  const { status, startMs, endMs, isCritical } = step;
  const time = startMs === undefined || endMs === undefined ? "" : ` after ${durationText(endMs - startMs)}`;
  return `${title}: ${statusWords[status].word}${time}${isCritical ? ", on the critical path" : ""}`;
}
