import type { Recording } from "../../nouns/test-case.ts";
import { differences } from "../expect/compare.ts";
import type { CallToAnswer, Chosen } from "../simulate/choose-answer.ts";

/** The recorded answer to a call, or why there is none: what it asks must be what was asked. */
export function replayedAnswer(recording: Recording, call: CallToAnswer): Chosen {
  const { place, asked, earlier, evaluate } = call;
  const ofPlace = recording.calls.filter((one) => one.place === place);
  const recorded = ofPlace[earlier];
  const again = "record again with flowc test --record";
  if (recorded === undefined) {
    const count = ofPlace.length === 1 ? "1 call of it is" : `${ofPlace.length} calls of it are`;
    return { kind: "none", why: `"${place}" makes call ${earlier + 1}, and ${count} recorded; ${again}` };
  }
  const [first] = differences(asked, recorded.asked, { evaluate, literal: true });
  if (first !== undefined) {
    const change = `${first.path}: ${shown(first.expected)} has become ${shown(first.actual)}`;
    return { kind: "none", why: `"${place}" asks something else than was recorded: ${change}; ${again}` };
  }
  const { failed, answered } = recorded;
  return { kind: "answer", value: failed === undefined ? answered : { fails: failed } };
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
