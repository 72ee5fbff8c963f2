import type { Languages } from "../../languages/languages.ts";
import type { ScriptParts } from "../../languages/script-text.ts";
import type { Sink } from "../../nouns/sink.ts";
import type { Hole } from "./hole.ts";
import { SqlReader } from "./languages/sql.ts";
import { pythonHole } from "./python-holes.ts";
import { shellHole } from "./shell-holes.ts";

/** The holes of a program, in order: one for each of its parts that is undefined. */
export function holesIn(parts: ScriptParts, sink: Sink, languages: Languages): readonly Hole[] {
  switch (sink) {
    case "shell":
      return loaded(languages.shell)(parts).holes.map(shellHole);
    case "python":
      return loaded(languages.python)(parts).holes.map(pythonHole);
    default:
      return sqlHoles(parts);
  }
}

function loaded<Reader>(reader: Reader | undefined): Reader {
  if (reader === undefined) throw new Error("the language of a sink has not been loaded");
  return reader;
}

function sqlHoles(parts: ScriptParts): readonly Hole[] {
  const reader = new SqlReader();
  return parts.flatMap((part) => {
    if (part === undefined) return [reader.hole()];
    reader.read(part);
    return [];
  });
}
