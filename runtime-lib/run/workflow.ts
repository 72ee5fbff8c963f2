import type { CommandHost } from "../command/host.ts";
import { exitWith, isProgram, main } from "../command/main.ts";
import type { RunStore } from "../command/run-store.ts";
import type { Scheduler } from "../command/scheduler.ts";
import type { GivenOptions } from "../serve/given.ts";
import type { ServeOptions, Service } from "../serve/serve.ts";
import type { Server } from "../serve/server.ts";
import type { WorkflowDefinition } from "./definition.ts";
import { FlowError } from "./errors.ts";
import { execute, type RunOptions } from "./run.ts";
import { toolOf, type WorkflowTool } from "./tool.ts";
import { tracedStart } from "./traced-start.ts";

/** esbuild define: true in bundles that were built with --otel. */
declare const FLOWC_OTEL: boolean;

/** What a bundle exports. */
export interface CompiledWorkflow {
  /** Runs the workflow once; resolves to its result, rejects with a FlowError. */
  run(options?: GivenOptions): Promise<unknown>;
  /** Starts its HTTP server; rejects where it is not a server workflow. */
  serve(options?: ServeOptions): Promise<Service>;
  /** Runs it as a command with these arguments; resolves to the exit code. */
  main(argv: readonly string[], host?: CommandHost): Promise<number>;
  /** What the workflow is made of, as data. */
  readonly describe: unknown;
  /** The workflow as a tool of an agent. */
  readonly tool: WorkflowTool;
}

/**
 * Makes a definition runnable. Nothing runs until one of the functions is called. A server workflow brings the server,
 * a bundle that can keep its runs the store and one with a schedule what follows it, so that they are in no other bundle.
 */
export function workflow(
  definition: WorkflowDefinition,
  server?: Server,
  store?: RunStore,
  scheduler?: Scheduler,
): CompiledWorkflow {
  const describe = description(definition);
  const isTraced = typeof FLOWC_OTEL !== "undefined" && FLOWC_OTEL;
  const start = isTraced ? tracedStart(execute) : execute;
  const answer = isTraced && server !== undefined ? tracedStart(server.run) : (server?.run ?? start);
  const tool = toolOf(definition, start);
  return {
    run: async (options) => (await answer(definition, options as RunOptions)).value,
    serve: async (options) => {
      if (server === undefined)
        throw new FlowError("preflight", "this workflow is not a server workflow: it has no routes");
      return server.serve(definition, options);
    },
    main: (argv, host) => main(definition, argv, { describe, server, store, scheduler, ...host }),
    describe,
    tool: store?.recordable(tool, definition) ?? tool,
  };
}

/**
 * Runs the workflow as a command where its module is the program that node was started with. The module does not wait for
 * it: what waits at its top level cannot be had by `require()`.
 */
export function runAsProgram(workflow: CompiledWorkflow, moduleUrl: string): void {
  if (isProgram(moduleUrl)) runAsExecutable(workflow);
}

/** The same where the module is the script of an executable. */
export function runAsExecutable({ main: command }: CompiledWorkflow): void {
  exitWith(command(process.argv.slice(2)));
}

function description(definition: WorkflowDefinition): unknown {
  const {
    name,
    version,
    description: about,
    inputs,
    routes,
    target,
    effects,
    sourceHash,
    compilerVersion,
    schedule,
  } = definition;
  const resources = definition.resources.map(({ id, type, requires }) => ({
    actionId: id,
    resourceType: type,
    requires,
  }));
  const inner = (definition.components ?? []).flatMap((component) => component.resources.map(({ type }) => type));
  const executors = [...new Set([...resources.map(({ resourceType }) => resourceType), ...inner])].sort();
  return {
    name,
    version,
    description: about,
    target,
    inputs,
    routes,
    ...(schedule && { schedule }),
    resources,
    executors,
    effects: { hosts: [], models: [], files: [], databases: [], ...effects },
    sourceHash,
    compilerVersion,
  };
}
