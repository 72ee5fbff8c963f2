import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../report/report-html.ts";

/** The page of `flowc dev`, and the policy by which it talks to its own server alone. */
export function devHtml(packageFolder: string): { readonly html: string; readonly policy: string } {
  const part = (name: string): string => readFileSync(join(packageFolder, "page", name), "utf8").trimEnd();
  const [script, style] = [part("dev.js"), part("dev-style.css")];
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>flowc dev</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<script type="module">${script}</script>
</body>
</html>
`,
    policy: `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}
