import { closeSync, openSync } from "node:fs";
import type { FlowError } from "../run/errors.ts";
import { type EventSink, eventWriter } from "../run/events.ts";
import type { CommandLine } from "./options.ts";

/** Where the events go: a stream or nowhere. Closing again does nothing. */
export interface Reporting {
  readonly sink: EventSink | undefined;
  /** Takes lines of output, where `--events-output` asks for them. */
  readonly outputSink: EventSink | undefined;
  /** Resolves to the failure where events were lost. */
  close(): Promise<FlowError | undefined>;
}

/** Opens what `--events` names. Throws the system's error for a file that cannot be written. */
export function openReporting({ events, eventsOutput }: Pick<CommandLine, "events" | "eventsOutput">): Reporting {
  if (events.kind === "none") return { sink: undefined, outputSink: undefined, close: async () => undefined };
  const descriptor = events.kind === "file" ? openSync(events.path, "w", 0o600) : 2;
  const { sink, flush } = eventWriter(descriptor);
  let open = true;
  return {
    sink,
    outputSink: eventsOutput ? (event) => void (event.event === "resource.output" && sink(event)) : undefined,
    close: async () => {
      const lost = await flush();
      if (events.kind === "file" && open) closeSync(descriptor);
      open = false;
      return lost;
    },
  };
}
