import { render } from "preact";
import type { ReportData } from "../data.ts";
import { RunPage } from "./run-page.tsx";

/** The entry of a report: shows the run that its page holds. */
async function showReport(): Promise<void> {
  const { run, graph, prices = {} } = await readData();
  const root = document.getElementById("page");
  if (root === null) throw new Error("the page has no place for the report");
  render(
    <>
      <header>
        <h1>{run.workflow}</h1>
      </header>
      <main>
        <RunPage run={run} graph={graph} prices={prices} />
      </main>
    </>,
    root,
  );
}

/** The data is compressed, and in an alphabet that means nothing to HTML. */
async function readData(): Promise<ReportData> {
  const text = document.getElementById("data")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

void showReport();
