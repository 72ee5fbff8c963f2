import type { RunData } from "../data.ts";
import { countsOf, type RunView } from "../model/run-view.ts";
import { counted, durationText, statusWords } from "../model/words.ts";
import { Status } from "./status.tsx";

/** What a run was, how it ended and when. */
export function RunFacts({ run, view }: { readonly run: RunData; readonly view: RunView }) {
  const outer = view.steps.filter(({ parent }) => parent === undefined);
  const counts = [...countsOf(outer)].map(([status, count]) => `${count} ${statusWords[status].word}`);
  const tokens = view.steps.reduce((sum, { usage }) => sum + (usage?.totalTokens ?? 0), 0);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Started", view.startedAt],
    ["Took", durationText(view.tookMs)],
    ["Resources", counts.join(", ")],
    ["Tokens", tokens === 0 ? undefined : String(tokens)],
    ["Run", run.id],
  ];
  return (
    <>
      <p class="outcome">
        <Status status={view.status} />{" "}
        {view.message === undefined ? null : (
          <span class="message">
            {view.message} {view.failureClass && <span class="class">[{view.failureClass}]</span>}
          </span>
        )}
      </p>
      <dl class="facts row">
        {facts.map(([name, text]) =>
          text === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      {run.notes?.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
    </>
  );
}

/** What a screen reader says of a run as it goes on. */
export function progressText({ status, steps }: RunView): string {
  const outer = steps.filter(({ parent }) => parent === undefined);
  const over = outer.filter(({ status: one }) => !["waiting", "unreached", "running"].includes(one));
  return `${statusWords[status].word}: ${over.length} of ${counted(outer.length, "resource")}`;
}
