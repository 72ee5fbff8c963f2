import type { CodeFrame } from "../data.ts";
import type { StepView } from "../model/step-view.ts";
import { Frame } from "./code-frame.tsx";

/** What is known of how a resource failed. */
export function Failure({
  failure,
  frames,
}: {
  readonly failure: NonNullable<StepView["failure"]>;
  readonly frames: Readonly<Record<string, CodeFrame>>;
}) {
  const { message, failureClass, place, command, exitCode, signal, tail } = failure;
  const frame = place !== undefined && Object.hasOwn(frames, place) ? frames[place] : undefined;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Place", frame === undefined ? place : undefined],
    ["Command", command],
    ["Signal", signal],
    ["Exit code", exitCode === undefined || signal !== undefined ? undefined : String(exitCode)],
    ["Last of stdout", tail?.stdout],
    ["Last of stderr", tail?.stderr],
  ];
  return (
    <div class="failure">
      <p class="message">
        {message} <span class="class">[{failureClass}]</span>
      </p>
      {place !== undefined && frame !== undefined && <Frame place={place} frame={frame} />}
      <dl class="facts">
        {facts.map(([name, text]) =>
          text === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <pre>{text}</pre>
              </dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
