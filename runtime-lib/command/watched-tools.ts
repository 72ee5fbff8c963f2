import type { WorkflowTool } from "../run/tool.ts";
import type { Telemetry, TracedWorkflow } from "../run/trace.ts";
import type { CommandHost } from "./host.ts";
import type { KeepOptions } from "./keep-options.ts";
import type { ServedStart } from "./run-store.ts";
import { telemetryOf } from "./telemetry.ts";

/** What is made of the calls of tools. */
export interface ToolWatch {
  /** Who offers them. */
  readonly owner: TracedWorkflow;
  /** What the command line says of recording; undefined: as each `settings.history` says. */
  readonly keep: KeepOptions | undefined;
  readonly host: Pick<CommandHost, "telemetry">;
  /** Takes what is for people to read, a sentence each. */
  readonly say: (text: string) => void;
}

/** Tools whose calls are recorded and traced. */
export interface WatchedTools {
  readonly tools: readonly WorkflowTool[];
  /** Resolves when all is written and sent. */
  close(): Promise<void>;
}

/** The tools of workflows, each call of which is recorded and traced as command line, settings and environment ask. */
export async function watchedTools(
  workflows: readonly { readonly tool: WorkflowTool; readonly describe: unknown }[],
  { owner, keep, host, say }: ToolWatch,
): Promise<WatchedTools> {
  const about = workflows.map(({ describe }) => describe as TracedWorkflow & { readonly compilerVersion: string });
  const compilerVersion = about[0]?.compilerVersion ?? "";
  const telemetry = await telemetryOf({ ...owner, compilerVersion }, host, false);
  const recordings = workflows.map(({ tool }) => tool.record?.({ keep, workflow: undefined, say }));
  const tools = workflows.map(({ tool }, index) =>
    watched(tool, { recording: recordings[index], telemetry, workflow: about[index] ?? owner }),
  );
  return {
    tools,
    close: async () => {
      for (const recording of recordings) await recording?.close();
      await telemetry?.close();
    },
  };
}

interface Watchers {
  readonly recording: ServedStart | undefined;
  readonly telemetry: Telemetry | undefined;
  readonly workflow: TracedWorkflow;
}

function watched(tool: WorkflowTool, { recording, telemetry, workflow }: Watchers): WorkflowTool {
  if (recording === undefined && telemetry === undefined) return tool;
  const call: WorkflowTool["call"] = async (input, options) => {
    const trace = telemetry?.run(workflow);
    try {
      return await tool.call(input, { ...options, trace, start: recording?.start });
    } finally {
      trace?.end();
    }
  };
  return Object.create(tool, { call: { value: call, enumerable: true } });
}
