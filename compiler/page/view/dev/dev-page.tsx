import { useState } from "preact/hooks";
import type { DevState } from "../../model/dev-state.ts";
import { CodeTab } from "./code-tab.tsx";
import { CompareTab } from "./compare-tab.tsx";
import { ProblemsTab } from "./problems-tab.tsx";
import { RunTab } from "./run-tab.tsx";
import { Tabs } from "./tabs.tsx";
import { TestsTab } from "./tests-tab.tsx";

/** What the page can ask of its server. */
export interface DevServerLink {
  /** Resolves to why it was refused. */
  readonly ask: (path: string, body: unknown) => Promise<string | undefined>;
  readonly codeOf: (workflow: string) => Promise<string>;
}

interface DevPageProps extends DevServerLink {
  readonly state: DevState;
  readonly connected: boolean;
}

/** The page of `flowc dev`: one workflow at a time, what is wrong with it, its runs, its code. */
export function DevPage({ state, connected, ask, codeOf }: DevPageProps) {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const workflow = state.workflows.find(({ id }) => id === chosen) ?? state.workflows[0];
  const runs = state.runs.filter(({ of }) => of === workflow?.id);
  const errors = workflow?.findings.filter(({ severity }) => severity === "error").length ?? 0;
  const problems = workflow?.findings.length ?? 0;
  return (
    <>
      <header>
        <h1>{workflow?.name ?? "flowc dev"}</h1>
        {state.workflows.length > 1 && (
          <label>
            Workflow{" "}
            <select value={workflow?.id} onChange={(event) => choose(event.currentTarget.value)}>
              {state.workflows.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name} ({id})
                </option>
              ))}
            </select>
          </label>
        )}
        <p role="status" class={`link${connected ? "" : " lost"}`}>
          {connected ? foundText(errors, problems - errors) : "No connection to flowc dev"}
        </p>
      </header>
      <main>
        {workflow !== undefined && (
          <Tabs
            key={workflow.id}
            tabs={[
              { name: "Run", content: () => <RunTab workflow={workflow} runs={runs} ask={ask} /> },
              { name: `Problems (${problems})`, content: () => <ProblemsTab findings={workflow.findings} /> },
              { name: "Code", content: () => <CodeTab workflow={workflow} codeOf={codeOf} /> },
              {
                name: "Tests",
                content: () => <TestsTab workflow={workflow.id} tests={state.tests.get(workflow.id)} ask={ask} />,
              },
              {
                name: `Compare (${runs.length})`,
                content: () => <CompareTab workflow={workflow} runs={runs} ask={ask} />,
              },
            ]}
          />
        )}
      </main>
    </>
  );
}

function foundText(errors: number, warnings: number): string {
  if (errors + warnings === 0) return "No problems";
  const parts = [
    errors && `${errors} error${errors === 1 ? "" : "s"}`,
    warnings && `${warnings} warning${warnings === 1 ? "" : "s"}`,
  ];
  return parts.filter(Boolean).join(", ");
}
