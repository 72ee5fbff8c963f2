import { type ScriptParts, scriptText } from "../script-text.ts";
import { pathTo, type ReadTree, type SyntaxNode } from "../syntax-node.ts";
import { bashFeatures } from "./bash-features.ts";
import { checkScript } from "./check-script.ts";
import { commandsOf } from "./commands.ts";
import { evaluatedNames } from "./evaluated-names.ts";
import { expandedDocument } from "./expanded-document.ts";
import type { HereDocument } from "./here-document.ts";
import { withoutDocuments } from "./here-documents.ts";
import { holePlace } from "./hole-place.ts";
import { lostFailure } from "./lost-failure.ts";
import type { ShellHole, ShellScript } from "./shell-script.ts";
import { spacedAssignment } from "./spaced-assignment.ts";

/** Reads a shell script: where its templates put their values, and what it calls. Knows POSIX sh and bash. */
export function readShell(parts: ScriptParts, read: ReadTree): ShellScript {
  const { text, holes } = scriptText(parts);
  const { mistake, documents: known } = checkScript(text);
  const { root, documents, hereStrings } = withoutDocuments(text, known, read);
  const bodies = documents.map((document) => ({ document, root: linesOf(document, text, read) }));
  const places = holes.map(({ start, end }): ShellHole => {
    const outer = pathTo(root, start, end);
    const around = bodies.find(({ document }) => document.delimiter.start <= start && start < document.end);
    if (around === undefined) return holePlace(outer);
    if (start < around.document.delimiter.end) return plain("delimiter");
    if (start < around.document.start) return holePlace(outer);
    if (around.document.quoted) return plain("quoted document");
    return holePlace(pathTo(around.root, start, end));
  });
  const byOperator = new Map(bodies.map((body) => [body.document.operator, body]));
  const source = { text, holes, root, documents: byOperator, hereStrings };
  const commands = commandsOf(source);
  const evaluated = evaluatedNames([root, ...bodies.map((body) => body.root)], text);
  return {
    holes: places,
    commands,
    evaluated,
    bashFeatures: bashFeatures(source, commands),
    lostFailure: lostFailure(source),
    mistake: mistake ?? spacedAssignment(commands),
  };
}

function linesOf(document: HereDocument, text: string, read: ReadTree): SyntaxNode {
  const { start, end, quoted } = document;
  if (!quoted) return expandedDocument(text, document, read);
  return { type: "heredoc_body", start, end, field: undefined, isMissing: false, children: [] };
}

function plain(place: ShellHole["place"]): ShellHole {
  return { place, backticks: false, namesProgram: false };
}
