import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ReportData } from "../../page/data.ts";
import { fitRun } from "./fit-run.ts";

/** Bytes that a report has at most, unless its run alone is longer. */
export const reportLimit = 300_000;

/** The report of a run: one page of HTML that asks for nothing. `packageFolder` holds what flowc's build has made for it. */
export function reportHtml(data: ReportData, packageFolder: string): string {
  const part = (name: string): string => readFileSync(join(packageFolder, "page", name), "utf8").trimEnd();
  const page = { script: part("report.js"), style: part("report-style.css"), notices: part("notices.txt") };
  return fitRun(data.run, (run) => html({ ...data, run }, page), reportLimit);
}

interface PageParts {
  readonly script: string;
  readonly style: string;
  readonly notices: string;
}

/** What the user has written stands in the title, escaped, and in the data, which is letters and digits alone. */
function html(data: ReportData, { script, style, notices }: PageParts): string {
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(data.run.workflow)}: report</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This report is drawn by a script.</noscript>
<script type="text/plain" id="data">${gzipSync(JSON.stringify(data), { level: 9 }).toString("base64")}</script>
<script type="module">${script}</script>
<script type="text/plain" id="notices">
${notices}
</script>
</body>
</html>
`;
}

/** A text of a page as its content policy names it. */
export function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? "");
}
