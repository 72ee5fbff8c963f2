import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageGraph, Prices, RunData } from "../data.ts";
import { chatCosts } from "../model/costs.ts";
import { filterSteps, type StepFilter } from "../model/filter.ts";
import { runView } from "../model/run-view.ts";
import type { StepView } from "../model/step-view.ts";
import { Costs } from "./costs.tsx";
import { FailureList } from "./failure-list.tsx";
import { Filter } from "./filter.tsx";
import { Graph } from "./graph.tsx";
import { RunFacts } from "./header.tsx";
import { Section } from "./section.tsx";
import { Steps } from "./steps.tsx";
import { TimeLine } from "./time-line.tsx";
import { Value } from "./value.tsx";

interface RunPageProps {
  readonly run: RunData;
  readonly graph: PageGraph | undefined;
  readonly prices: Prices;
}

/** A run: its facts, its failures, its graph, its time line, and all that is known of each resource. */
export function RunPage({ run, graph, prices }: RunPageProps) {
  const view = useMemo(() => runView(run, graph?.resources), [run, graph]);
  const [filter, setFilter] = useState<StepFilter>({ text: "", status: "all" });
  const { isOpen, toggle, show } = useOpened();
  const shown = filterSteps(view.steps, filter);
  const byId = useMemo(() => new Map(view.steps.map((step) => [step.id, step])), [view]);
  const costs = chatCosts(view.steps, graph?.resources ?? [], prices);
  const reveal = (id: string): void => {
    setFilter({ text: "", status: "all" });
    show(id);
  };
  return (
    <>
      <RunFacts run={run} view={view} />
      <FailureList view={view} frames={run.frames ?? {}} />
      <div class="beside">
        {graph !== undefined && (
          <Section title="Graph">
            <Graph graph={graph} steps={byId} onShow={reveal} />
          </Section>
        )}
        {run.result !== undefined && (
          <Section title="Result">
            <Value value={run.result} label="Result of the run" />
          </Section>
        )}
      </div>
      <Section title="Time line">
        <Filter filter={filter} onChange={setFilter} shown={shown.length} total={view.steps.length} />
        <TimeLine view={view} steps={shown} onShow={reveal} />
      </Section>
      <Section title="Resources">
        <Steps steps={shown} run={run} isOpen={isOpen} onToggle={toggle} />
      </Section>
      {costs.length > 0 && (
        <Section title="Tokens">
          <Costs costs={costs} />
        </Section>
      )}
      {run.inputs !== undefined && (
        <Section title="Inputs">
          <Value value={run.inputs} label="Inputs of the run" />
        </Section>
      )}
    </>
  );
}

/** Which resources are unfolded: those that were asked for, and all of them on paper. */
function useOpened() {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isPrinted, setPrinted] = useState(false);
  const wanted = useRef<string | undefined>(undefined);
  useEffect(() => {
    const media = window.matchMedia("print");
    const changed = (): void => setPrinted(media.matches);
    changed();
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const summary = document.getElementById(`step-${wanted.current}`)?.querySelector("summary");
    summary?.scrollIntoView({ block: "center" });
    summary?.focus();
    wanted.current = undefined;
  });
  const toggle = (id: string, open: boolean): void => {
    if (!isPrinted) setOpened((before) => (before.get(id) === open ? before : new Map(before).set(id, open)));
  };
  return {
    isOpen: ({ id }: StepView): boolean => isPrinted || (opened.get(id) ?? false),
    toggle,
    show: (id: string): void => {
      wanted.current = id;
      setOpened((before) => new Map(before).set(id, true));
    },
  };
}
