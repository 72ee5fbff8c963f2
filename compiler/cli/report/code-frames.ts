import type { FlowEvent } from "../../../runtime-lib/run/events.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { ComponentSources } from "../../1-load/reader.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import type { Source } from "../../nouns/source.ts";
import type { CodeFrame } from "../../page/data.ts";

/** Lines that are shown before and behind the one that is meant. */
const around = 3;

/** The lines of a workflow's files around the places of failures, by place. Only its own files are looked at. */
export class CodeFrames {
  readonly #texts: ReadonlyMap<string, string>;

  /** Secrets that `check` has found in the files are hidden. */
  constructor(sources: WorkflowSources, diagnostics: readonly Diagnostic[]) {
    const secrets = diagnostics.filter(({ secret }) => secret);
    this.#texts = new Map(sourcesOf(sources).map((source) => [source.name, hidden(source, secrets)]));
  }

  /** The frames of what has failed, among these events. */
  of(events: readonly Pick<FlowEvent, "place">[]): Readonly<Record<string, CodeFrame>> {
    return Object.fromEntries(
      events.flatMap(({ place }) => {
        const frame = place === undefined ? undefined : this.#at(place);
        return frame === undefined ? [] : [[place, frame]];
      }),
    );
  }

  #at(place: string): CodeFrame | undefined {
    const [, file = "", number = "", column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
    const lines = this.#texts.get(file)?.split(/\r\n|\n|\r/);
    const line = Number(number);
    if (lines === undefined || line < 1 || line > lines.length) return undefined;
    const first = Math.max(1, line - around);
    return {
      first,
      lines: lines.slice(first - 1, line + around).map((text) => text.slice(0, 400)),
      line,
      ...(column === undefined ? {} : { column: Number(column) }),
    };
  }
}

function sourcesOf({ workflow, resources, components }: WorkflowSources): readonly Source[] {
  return [workflow, ...resources, ...components.flatMap(sourcesOfComponent)];
}

function sourcesOfComponent({ manifest, resources, components }: ComponentSources): readonly Source[] {
  return [manifest, ...resources, ...components.flatMap(sourcesOfComponent)];
}

function hidden(source: Source, secrets: readonly Diagnostic[]): string {
  return secrets
    .filter(({ span }) => span.source === source)
    .reduce(
      (text, { span: { start, end } }) => text.slice(0, start) + "*".repeat(end - start) + text.slice(end),
      source.text,
    );
}
