import type { RunStatus } from "../data.ts";
import type { StepStatus } from "../model/step-view.ts";
import { statusWords } from "../model/words.ts";

/** A status as a sign and a word. */
export function Status({ status }: { readonly status: StepStatus | RunStatus }) {
  const { word, sign } = statusWords[status];
  return (
    <span class={`status ${status}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}
