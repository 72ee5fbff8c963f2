import { reportedTests } from "../../testing/report/reported-file.ts";
import type { FileResult } from "../../testing/test-result.ts";
import { type Context, wantsColor } from "../shared/context.ts";
import { folderInRepository } from "../shared/folder-in-repository.ts";

/** Names that `--reporter` takes. */
export type ReporterName = "text" | "json" | "junit" | "tap" | "github";

/** Prints results; the machine formats and the one for people go to standard output alike. */
export async function reportTests(results: readonly FileResult[], name: ReporterName, context: Context): Promise<void> {
  await context.print(await formatted(results, name, context));
}

async function formatted(results: readonly FileResult[], name: ReporterName, context: Context): Promise<string> {
  switch (name) {
    case "json":
      return (await import("../../testing/report/json.ts")).formatTestJson(results);
    case "junit":
      return (await import("../../testing/report/junit.ts")).formatJunit(reportedTests(results));
    case "tap":
      return (await import("../../testing/report/tap.ts")).formatTap(reportedTests(results));
    case "github": {
      const { formatTestGithub } = await import("../../testing/report/github.ts");
      return formatTestGithub(results, folderInRepository(context)) + (await text(results, false));
    }
    case "text":
      return text(results, wantsColor(context));
  }
}

async function text(results: readonly FileResult[], color: boolean): Promise<string> {
  return (await import("../../testing/report/text.ts")).formatTestText(results, color);
}
