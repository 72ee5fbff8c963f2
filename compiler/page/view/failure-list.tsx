import type { CodeFrame } from "../data.ts";
import type { RunView } from "../model/run-view.ts";
import { Failure } from "./failure.tsx";
import { Section } from "./section.tsx";

interface FailureListProps {
  readonly view: RunView;
  readonly frames: Readonly<Record<string, CodeFrame>>;
}

/** The failures that ended the run; nothing where there are none. Of a component the innermost part shows its own. */
export function FailureList({ view, frames }: FailureListProps) {
  const failed = view.steps.filter(({ status }) => status === "failed");
  const callers = new Set(failed.map(({ parent }) => parent));
  const own = failed.filter(({ id }) => !callers.has(id));
  if (own.length === 0) return null;
  return (
    <Section title={own.length === 1 ? "Failure" : "Failures"}>
      {own.map(({ id, failure }) => (
        <article key={id} aria-label={`Failure of ${id}`}>
          <h3>{id}</h3>
          {failure && <Failure failure={failure} frames={frames} />}
        </article>
      ))}
    </Section>
  );
}
