import { standInName } from "../../languages/script-text.ts";
import type { LintCode, LintDialect, LintFinding } from "../../nouns/lint.ts";
import type { RuleContext } from "../rules/rule.ts";
import { isOwnLine } from "./own-line.ts";
import type { EmbeddedScript } from "./scripts-in.ts";

/** Scripts of one language, and how a linter is asked about them. */
export interface ScriptsToLint {
  readonly code: LintCode;
  /** The linter, for messages. */
  readonly linter: string;
  readonly dialect: LintDialect;
  readonly scripts: readonly EmbeddedScript[];
  /** What stands for a template in what the linter reads: as long as `standInName`. */
  readonly standIn?: string;
  /** False for what the workflow makes true, or what another rule says. */
  readonly isWanted: (finding: LintFinding, script: EmbeddedScript) => boolean;
}

/** Reports what a linter finds in scripts. Where a template is a line of its own, it may use any name: nothing is asked. */
export function lintScripts(
  { code, linter, dialect, scripts, standIn = standInName, isWanted }: ScriptsToLint,
  { languages: { lint }, report }: Pick<RuleContext, "languages" | "report">,
): void {
  const known = scripts.filter(({ script: { text, holes } }) => !holes.some((hole) => isOwnLine(text, hole)));
  const texts = known.map(({ script }) => withStandIns(script, standIn));
  const found = known.length === 0 ? undefined : lint.ask(dialect, texts);
  known.forEach((script, index) => {
    for (const finding of found?.get(texts[index] ?? "") ?? []) {
      const { start, end, rule, message, help } = finding;
      if (isOfTemplate(finding, script) || !isWanted(finding, script)) continue;
      report(code, script.spanOf(start, end), `${message} (${linter} ${rule})`, { help });
    }
  });
}

function withStandIns({ text, holes }: EmbeddedScript["script"], standIn: string): string {
  let result = "";
  let from = 0;
  for (const { start, end } of holes) {
    const written = text.slice(start, end);
    result += text.slice(from, start) + (written === standInName ? standIn : written);
    from = end;
  }
  return result + text.slice(from);
}

/** What begins in a template is about its stand-in. */
function isOfTemplate({ start }: LintFinding, { script: { holes } }: EmbeddedScript): boolean {
  return holes.some((hole) => hole.start <= start && start < hole.end);
}
