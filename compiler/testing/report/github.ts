import { githubAnnotation } from "../../report/github.ts";
import type { FileResult } from "../test-result.ts";
import { problemLines } from "./problem-lines.ts";

/** Failed tests as annotations of GitHub Actions; `folder` is where relative paths lie in the repository. */
export function formatTestGithub(files: readonly FileResult[], folder: string): string {
  const failed = files.flatMap(({ results, problem }) =>
    results.filter(({ passed }) => !passed).map((result) => ({ result, problem })),
  );
  return failed
    .map(({ result, problem }) => {
      const { name } = result.test;
      const lines = problem === undefined ? problemLines(result).map(({ text }) => text) : [problem];
      const annotation = { severity: "error", span: name.span, title: name.value, message: lines.join("\n") } as const;
      return githubAnnotation(annotation, folder);
    })
    .join("");
}
