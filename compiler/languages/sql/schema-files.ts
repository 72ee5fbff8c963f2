import type { ScriptFile } from "../../nouns/script-file.ts";
import type { Source } from "../../nouns/source.ts";

/**
 * The files that make a schema, in their order: of migrations the way up alone. Tools write the way down into files of
 * their own (`.down.sql`) or behind a comment in the same one (dbmate, goose, sql-migrate).
 */
export function schemaFiles(file: Exclude<ScriptFile, { kind: "problem" }>): readonly Source[] {
  if (file.kind === "text") return [file.source];
  return file.files
    .filter(({ name }) => !/\.down\.sql$/i.test(name))
    .map((source) => ({ ...source, text: source.text.replace(wayDown, "") }));
}

const wayDown = /^--\s*(?:migrate:down|\+goose\s+down|\+migrate\s+down)[\s\S]*/im;
