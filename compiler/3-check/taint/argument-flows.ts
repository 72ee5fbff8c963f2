import { has } from "../../../runtime-lib/regex/char-set.ts";
import type { PlanValue } from "../../nouns/plan.ts";
import { charactersIn } from "./characters.ts";
import { type OptionUse, readCommand } from "./commands/read-command.ts";
import { literalOf } from "./commands/word.ts";
import type { Flow } from "./flow.ts";
import type { Hole } from "./hole.ts";
import { placeIn } from "./place.ts";
import { type Follow, scriptFlows } from "./script-flows.ts";
import { type Spliced, splicedText } from "./spliced.ts";
import { startsOf } from "./taint.ts";

/** The flows by arguments of a program that is started without a shell: into scripts among them, and into options. */
export function* argumentFlows(program: PlanValue, args: PlanValue, resource: string, follow: Follow): Generator<Flow> {
  const name = splicedText(program);
  if (args.kind !== "list" || /\s/.test(literalOf(name) ?? " ")) return;
  const { scripts, programs, options } = readCommand([name, ...args.items.map(splicedText)]);
  for (const { language, text, reader } of scripts) {
    yield* scriptFlows({ sink: language, text, reader, resource, isProgram: false }, follow);
  }
  for (const part of programs) {
    yield* scriptFlows({ sink: "shell", text: [part], reader: undefined, resource, isProgram: true }, follow);
  }
  for (const option of options) yield* optionFlows(option, resource, follow);
}

const dash: Hole = { special: charactersIn("-"), sanitizer: undefined, inside: "code" };

function* optionFlows(
  { value, program, harm, isOption, canEnd }: OptionUse<Spliced>,
  resource: string,
  follow: Follow,
): Generator<Flow> {
  const taints = follow.tracer.trace(value.expression, [], placeIn(resource, "run"));
  const taint = taints.find((found) => isOption || has(startsOf(found), 0x2d));
  if (taint === undefined) return;
  const option = { harm, isWritten: isOption, canEnd };
  yield { ...value, sink: "option", reader: program, resource, hole: dash, taint, isProgram: false, option };
}
