import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Sarif from "sarif";
import { type Code, codes } from "../nouns/codes.ts";
import type { Diagnostic, Fix, Note } from "../nouns/diagnostic.ts";
import type { Silenced } from "../nouns/ignore.ts";
import { LineIndex } from "../nouns/lines.ts";
import { sortDiagnostics } from "../nouns/sort-diagnostics.ts";
import type { Source, Span } from "../nouns/source.ts";
import type { Explanation } from "./explanations/explanation.ts";

/** What one SARIF log holds. */
export interface SarifInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly silenced: readonly Silenced[];
  readonly version: string;
  readonly exitCode: number;
  readonly explanations: Readonly<Record<Code, Explanation>>;
}

/**
 * Diagnostics as a SARIF 2.1.0 log, for code scanning. Nothing in it depends on the machine: paths are relative to the
 * folder that flowc was called in, and no text of a file is quoted.
 */
export function formatSarif(input: SarifInput): string {
  const silenced = new Map(input.silenced.map((item) => [item.diagnostic, item]));
  const found = sortDiagnostics([...input.diagnostics, ...silenced.keys()]);
  const all = found.slice(0, maximumResults);
  const rules = [...new Set(all.map(({ code }) => code))].sort();
  const results = new ResultWriter(rules);
  const run: Sarif.Run = {
    tool: {
      driver: {
        name: "flowc",
        version: input.version,
        semanticVersion: input.version,
        rules: rules.map((code) => ruleOf(code, input.explanations[code])),
      },
    },
    invocations: [{ executionSuccessful: true, exitCode: input.exitCode, ...leftOut(found.length) }],
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The folder that flowc was called in." } } },
    results: all.map((item) => results.write(item, silenced.get(item))),
  };
  const $schema = "https://json.schemastore.org/sarif-2.1.0.json";
  const log: Sarif.Log = { $schema, version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Code scanning takes no log with more. */
const maximumResults = 25_000;

/** A word about the results for which there is no room. */
function leftOut(count: number): Pick<Sarif.Invocation, "toolExecutionNotifications"> {
  if (count <= maximumResults) return {};
  const text = `${count} results were found; the first ${maximumResults} of them are in this log.`;
  return { toolExecutionNotifications: [{ level: "warning", message: { text } }] };
}

function ruleOf(code: Code, { text, examples }: Explanation): Sarif.ReportingDescriptor {
  const { severity, title } = codes[code];
  const shown = examples && `\n\nBad:\n\n${fenced(examples.bad)}\n\nGood:\n\n${fenced(examples.good)}`;
  const plain = examples && `\n\nbad:\n\n${examples.bad}\ngood:\n\n${examples.good}`;
  return {
    id: code,
    name: code.replaceAll(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    shortDescription: { text: sentence(title) },
    fullDescription: { text: text.replaceAll("\n", " ") },
    help: { text: `${text}${plain ?? ""}`, markdown: `${text}${shown ?? ""}` },
    defaultConfiguration: { level: severity },
  };
}

function sentence(title: string): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}.`;
}

function fenced(text: string): string {
  return `\`\`\`yaml\n${text}\`\`\``;
}

class ResultWriter {
  readonly #rules: readonly Code[];
  readonly #lines = new LineIndex();
  readonly #fingerprints = new Map<string, number>();

  constructor(rules: readonly Code[]) {
    this.#rules = rules;
  }

  write(item: Diagnostic, silenced: Silenced | undefined): Sarif.Result {
    const { code, severity, message, help, span, notes, fix, suggestion } = item;
    const fixes = [fix, suggestion].filter((change) => change !== undefined);
    return {
      ruleId: code,
      ruleIndex: this.#rules.indexOf(code),
      level: severity,
      message: { text: help === undefined ? message : `${message}\n${help}` },
      locations: [{ physicalLocation: this.#location(span) }],
      ...(notes.length === 0 ? {} : { relatedLocations: notes.map((note, index) => this.#related(note, index)) }),
      partialFingerprints: { "flowc/v1": this.#fingerprint(item) },
      ...(fixes.length === 0 ? {} : { fixes: fixes.map((change) => this.#fix(change)) }),
      suppressions: silenced === undefined ? [] : [this.#suppression(silenced)],
    };
  }

  #suppression({ by }: Silenced): Sarif.Suppression {
    const justification = by.reason === undefined ? {} : { justification: by.reason };
    return { kind: "inSource", ...justification, location: { physicalLocation: this.#location(by.span) } };
  }

  #related({ message, span }: Note, index: number): Sarif.Location {
    return { id: index + 1, physicalLocation: this.#location(span), message: { text: message } };
  }

  #fix({ message, edits }: Fix): Sarif.Fix {
    const sources = [...new Set(edits.map(({ span }) => span.source))];
    const artifactChanges = sources.map((source) => ({
      artifactLocation: artifactLocation(source),
      replacements: edits
        .filter(({ span }) => span.source === source)
        .map(({ span, text }) => ({ deletedRegion: this.#region(span), insertedContent: { text } })),
    }));
    return { description: { text: message }, artifactChanges };
  }

  #location(span: Span): Sarif.PhysicalLocation {
    return { artifactLocation: artifactLocation(span.source), region: this.#region(span) };
  }

  #region({ source, start, end }: Span): Sarif.Region {
    const from = this.#lines.at(source, start);
    const to = this.#lines.at(source, end);
    return {
      startLine: from.line,
      startColumn: from.column,
      endLine: to.line,
      endColumn: to.column,
      charOffset: start,
      charLength: end - start,
    };
  }

  /**
   * The same for a finding whose line has moved: of the file, the code, the message and what stands before it on its
   * line, not of the place. Equal ones are counted.
   */
  #fingerprint({ code, message, span: { source, start } }: Diagnostic): string {
    const { line, column } = this.#lines.at(source, start);
    const before = this.#lines
      .text(source, line)
      .slice(0, column - 1)
      .trim();
    const hash = createHash("sha256")
      .update([source.path, code, message, before].join("\0"))
      .digest("hex")
      .slice(0, 16);
    const count = (this.#fingerprints.get(hash) ?? 0) + 1;
    this.#fingerprints.set(hash, count);
    return `${hash}:${count}`;
  }
}

function artifactLocation({ path }: Source): Sarif.ArtifactLocation {
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}
