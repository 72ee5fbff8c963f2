import { isAbsolute, join, relative } from "node:path";
import type { CiLog, ShownFailure } from "../command/ci-log.ts";
import { command, githubSection, withoutCommands } from "./commands.ts";
import { LogSections } from "./log-sections.ts";
import { appendSummary, Summary } from "./summary.ts";

/** Where a run takes place. */
export interface CiPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  /** Folder of the workflow's files, absolute. */
  readonly folder: string;
  /** Of the workflow. */
  readonly name: string;
}

/** The log of GitHub's or GitLab's services; undefined elsewhere. */
export function ciLog(place: CiPlace): CiLog | undefined {
  if (place.environment["GITHUB_ACTIONS"] === "true") return githubLog(place);
  return place.environment["GITLAB_CI"] === "true" ? gitlabLog() : undefined;
}

/** Sections, an annotation at the line of the YAML for each failure, and the page of the job. */
function githubLog(place: CiPlace): CiLog {
  const sections = new LogSections(githubSection);
  const summary = new Summary();
  return {
    event: (event) => {
      summary.sink(event);
      return sections.event(event);
    },
    output: sections.output,
    end: () => sections.end(),
    failed: (text, failures) =>
      `${withoutCommands(text)}${failures.map((failure) => annotation(failure, place)).join("")}`,
    close: (outcome) => {
      let warnings = "";
      appendSummary(place.environment["GITHUB_STEP_SUMMARY"], summary.markdown(place.name, outcome), (line) => {
        warnings += line;
      });
      return warnings;
    },
  };
}

function annotation({ message, failureClass, event }: ShownFailure, { name, folder, ...rest }: CiPlace): string {
  const [, file = "", line = "", col] = /^(.*?):(\d+)(?::(\d+))?$/.exec(event?.place ?? "") ?? [];
  const properties: Record<string, string> = { title: name };
  if (file !== "") Object.assign(properties, { file: inRepository(join(folder, file), rest), line });
  if (col !== undefined) properties["col"] = col;
  return command("error", `${message} [${failureClass}]`, properties);
}

/** Annotations name files as seen from the repository. */
function inRepository(path: string, { environment, workingFolder }: Omit<CiPlace, "name" | "folder">): string {
  const below = relative(environment["GITHUB_WORKSPACE"] || workingFolder, path);
  return below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** Sections that fold (GitLab's "Custom collapsible sections"). */
function gitlabLog(): CiLog {
  const sections = new LogSections(gitlabSection);
  return {
    event: (event) => sections.event(event),
    output: sections.output,
    end: () => sections.end(),
    failed: (text) => text,
    close: () => "",
  };
}

/** Ids have no characters but those that names of sections may have. */
function gitlabSection(id: string, text: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const name = `flowc_${id}`;
  return `\x1b[0Ksection_start:${now}:${name}\r\x1b[0K${id}\n${text}\x1b[0Ksection_end:${now}:${name}\r\x1b[0K\n`;
}
