import { expect, test } from "vitest";
import type { ResourceDefinition, WorkflowDefinition } from "../../../runtime-lib/run/definition.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import type { FlowEvent } from "../../../runtime-lib/run/events.ts";
import { each } from "../../../runtime-lib/run/items.ts";
import { retry } from "../../../runtime-lib/run/recovery.ts";
import { execute, type RunOptions } from "../../../runtime-lib/run/run.ts";
import type { StateTypes } from "../../../runtime-lib/run/state.ts";
import type { Step } from "../../../runtime-lib/run/step.ts";
import type { StepContext } from "../../../runtime-lib/run/step-context.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";

interface Types extends StateTypes {
  results: Record<string, unknown>;
  names: Record<string, unknown>;
}

type Work = (step: Step<Types>) => unknown;

/** A resource whose result is what `work` gives; `ran` lists the runs of all of them. */
function resource(id: string, work: Work, more: Partial<ResourceDefinition> = {}): ResourceDefinition {
  const run = async (context: StepContext) => {
    const step = context as Step<Types>;
    step.start();
    step.results[id] = await work(step);
  };
  return { id, type: "exec", requires: [], run, ...more };
}

function definitionOf(resources: readonly ResourceDefinition[]): WorkflowDefinition {
  return {
    name: "sample",
    sourceHash: "",
    compilerVersion: "0",
    target: resources.at(-1)?.id ?? "",
    server: false,
    routes: [],
    inputs: [],
    closedInputs: false,
    requiredEnvironment: [],
    effects: { commands: [], environment: [], memory: [] },
    tool: { output: {}, readOnly: false, openWorld: false },
    resources,
  };
}

async function run(resources: readonly ResourceDefinition[], options: RunOptions = {}) {
  const events: FlowEvent[] = [];
  const outcome = await execute(definitionOf(resources), { ...options, onEvent: (event) => events.push(event) }).then(
    ({ value }) => ({ value, message: undefined }),
    (thrown: FlowError) => ({ value: undefined, message: thrown.message }),
  );
  return {
    ...outcome,
    events: events.map(({ event, actionId }) => (actionId ? `${event} ${actionId}` : event)),
    all: events,
  };
}

test("records each place in the order of their ends, before the event of its end", async () => {
  const journal = new MemoryJournal();
  const seen: string[] = [];
  const resources = [resource("a", () => 1), resource("b", ({ results }) => results["a"], { requires: ["a"] })];
  await execute(definitionOf(resources), {
    journal,
    onEvent: ({ event, actionId }) =>
      void (event === "resource.completed" && seen.push(`${actionId} ${journal.order}`)),
  });
  expect(seen).toEqual(["a begin,a", "b begin,a,b"]);
});

test("what is recorded does not run again, and others read its result and the names that it stored", async () => {
  const ran: string[] = [];
  const resources = [
    resource("a", (step) => {
      ran.push("a");
      step.names["greeting"] = "hello";
      return { text: "one" };
    }),
    resource(
      "b",
      ({ results, names }) => {
        ran.push("b");
        return [results["a"], names["greeting"]];
      },
      { requires: ["a"] },
    ),
  ];
  const journal = new MemoryJournal();
  await run(resources, { journal });
  journal.places.delete("b");
  const again = await run(resources, { journal });
  expect(ran).toEqual(["a", "b", "b"]);
  expect(again.value).toEqual([{ text: "one" }, "hello"]);
  expect(again.events).toEqual([
    "workflow.started",
    "resource.completed a",
    "resource.started b",
    "resource.completed b",
    "workflow.completed",
  ]);
  expect(again.all.filter(({ recorded }) => recorded).map(({ actionId }) => actionId)).toEqual(["a"]);
});

test("a failure is recorded, and fails the run again without running", async () => {
  let count = 0;
  const failing = resource("a", () => {
    count += 1;
    throw new FlowError("infra", "no connection", { exitCode: 3 });
  });
  const journal = new MemoryJournal();
  const first = await run([failing], { journal });
  const again = await run([failing], { journal });
  expect([first.message, again.message, count]).toEqual(['"a" failed: no connection', '"a" failed: no connection', 1]);
  expect(again.all.find(({ event }) => event === "resource.failed")).toMatchObject({ exitCode: 3, recorded: true });
});

test("a failure that onError gets past is recorded with what stands in for the result", async () => {
  const onError = { action: "continue", fallback: () => "instead" } as const;
  const failing = resource(
    "a",
    () => {
      throw new FlowError("infra", "no connection");
    },
    { onError },
  );
  const journal = new MemoryJournal();
  const first = await run([failing], { journal });
  const again = await run([failing], { journal });
  expect([first.value, again.value]).toEqual(["instead", "instead"]);
  expect(again.all.find(({ event }) => event === "resource.failed")).toMatchObject({ recovered: true, recorded: true });
});

test("items are places of their own", async () => {
  const ran: number[] = [];
  const resources = [
    resource("a", (step) =>
      each<Types, number, number>(step, [10, 20, 30], async (item, value, index) => {
        ran.push(value);
        item.names[`name${index}`] = value;
        return value + 1;
      }),
    ),
    resource("b", ({ results, names }) => [results["a"], names["name0"], names["name1"]], { requires: ["a"] }),
  ];
  const journal = new MemoryJournal();
  const first = await run(resources, { journal });
  for (const place of ["a", "a[1]", "b"]) journal.places.delete(place);
  expect(first.value).toEqual([[11, 21, 31], 10, 20]);
  expect(ran).toEqual([10, 20, 30]);
  const again = await run(resources, { journal });
  expect(again.value).toEqual([[11, 21, 31], 10, 20]);
  expect(ran).toEqual([10, 20, 30, 20]);
  const end = again.all.find(({ actionId, event }) => actionId === "a" && event === "resource.completed");
  expect(end?.items).toEqual({ total: 3, done: 3, failed: 0 });
});

test("attempts that failed count after the process has ended", async () => {
  const attempts: number[] = [];
  const onError = { action: "retry", maxRetries: 2 } as const;
  const flaky = resource(
    "a",
    (step) =>
      retry(step, async () => {
        attempts.push(step.attempt);
        throw new FlowError("infra", `attempt ${step.attempt}`);
      }),
    { onError },
  );
  const journal = new MemoryJournal();
  await run([flaky], { journal });
  expect(journal.order).toEqual(["begin", "a!1", "a!2", "a"]);
  journal.places.delete("a");
  journal.places.delete("a!2");
  expect((await run([flaky], { journal })).message).toBe('"a" failed: attempt 3');
  expect(attempts).toEqual([1, 2, 3, 2, 3]);
});

test("what is skipped is recorded as skipped", async () => {
  const skipped: ResourceDefinition = {
    ...resource("a", () => 1),
    run: (step) => (step as Step).skip("not today"),
  };
  const journal = new MemoryJournal();
  await run([skipped], { journal });
  const again = await run([skipped], { journal });
  expect(again.events).toEqual(["workflow.started", "resource.skipped a", "workflow.completed"]);
});

test("what a cancellation cuts short is not recorded", async () => {
  const controller = new AbortController();
  const journal = new MemoryJournal();
  const cut = resource("a", (step) => {
    controller.abort(new FlowError("tool_runtime", "stop"));
    throw step.run.cancellation.reason;
  });
  await run([cut], { journal, signal: controller.signal });
  expect(journal.order).toEqual(["begin"]);
});

test("a place that cannot be recorded has failed", async () => {
  class Full extends MemoryJournal {
    override record(): void {
      throw new FlowError("infra", "the disk is full");
    }
  }
  const ended = await run([resource("a", () => 1)], { journal: new Full() });
  expect(ended.message).toBe('"a" failed: the disk is full');
});

test("without a journal names are stored at once", async () => {
  const resources = [
    resource("a", (step) => {
      step.names["x"] = 1;
      return step.run.state.names;
    }),
  ];
  expect((await run(resources)).value).toEqual({ x: 1 });
});
