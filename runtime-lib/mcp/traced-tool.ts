import type { WorkflowTool } from "../run/tool.ts";
import type { Telemetry, TracedWorkflow } from "../run/trace.ts";

/** The tool of a workflow, each call of which is a trace. */
export function tracedTool(tool: WorkflowTool, workflow: TracedWorkflow, telemetry: Telemetry): WorkflowTool {
  const call: WorkflowTool["call"] = async (input, options) => {
    const trace = telemetry.run(workflow);
    try {
      return await tool.call(input, { ...options, trace });
    } finally {
      trace.end();
    }
  };
  return Object.create(tool, { call: { value: call, enumerable: true } });
}
