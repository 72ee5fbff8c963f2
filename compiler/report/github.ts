import { isAbsolute, posix } from "node:path";
import type { Diagnostic } from "../nouns/diagnostic.ts";
import { LineIndex } from "../nouns/lines.ts";

/**
 * Diagnostics as workflow commands of GitHub Actions, which shows them beside the lines of a change. `folder` is where
 * relative paths lie in the repository.
 */
export function formatGithub(diagnostics: readonly Diagnostic[], folder = ""): string {
  return diagnostics
    .map(({ code, severity, message, span, help }) =>
      githubAnnotation(
        { severity, span, title: code, message: help === undefined ? message : `${message}\n${help}` },
        folder,
      ),
    )
    .join("");
}

/** What is shown beside a line. */
interface Annotation extends Pick<Diagnostic, "severity" | "message" | "span"> {
  readonly title: string;
}

/** One such command, with its line break. */
export function githubAnnotation({ span, ...said }: Annotation, folder: string): string {
  const lines = new LineIndex();
  const from = lines.at(span.source, span.start);
  const to = lines.at(span.source, span.end);
  const place = { line: from.line, col: from.column, endLine: to.line, endColumn: to.column };
  return githubCommand({ ...said, path: span.source.path, place }, folder);
}

/** The same where no source is at hand: `place` holds `line` and `col`, counted from 1. */
export function githubCommand(
  {
    path,
    place,
    severity,
    title,
    message,
  }: Omit<Annotation, "span"> & { readonly path: string; readonly place: Readonly<Record<string, number>> },
  folder: string,
): string {
  const properties = { file: isAbsolute(path) ? path : posix.join(folder, path), ...place, title };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${severity} ${list.join(",")}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
