import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { LoadedFile, ScriptFile, Scripts } from "../nouns/syntax.ts";
import { NearIndex } from "../spelling/nearest.ts";
import { entriesIn } from "../tree/nodes.ts";
import { readBytes, UnreadableFile } from "./read-file.ts";

/**
 * Names of files under keys `scriptFile`, sorted: at least all that resources name, also where the key is misspelled in a
 * way that will be put right.
 */
export function scriptNames(files: readonly LoadedFile[]): readonly string[] {
  const near = new NearIndex([key]);
  const isMeant = (name: string) => name === key || near.nearest(name) === key;
  const names = files.flatMap(({ documents }) =>
    entriesIn(documents).flatMap(({ key: name, value }) =>
      value.kind === "scalar" && isMeant(name) ? [String(value.value ?? "")] : [],
    ),
  );
  return [...new Set(names)].sort();
}

const key = "scriptFile";

/** Reads the files that resources name by `scriptFile`; their names start at the workflow's folder. */
export function readScripts(folder: string, names: Iterable<string>): Scripts {
  return new Map([...names].map((name) => [name, readScript(resolve(folder, name))]));
}

/** The hash of a workflow with its scripts; without any, that of its YAML alone. */
export function hashWithScripts(hash: string, scripts: Scripts): string {
  if (scripts.size === 0) return hash;
  const all = createHash("sha256").update(hash);
  for (const [name, file] of scripts) {
    const text = file.kind === "text" ? file.text : "";
    all.update(`\0${name}\0${text.length}\0${text}`);
  }
  return all.digest("hex");
}

function readScript(path: string): ScriptFile {
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(readBytes(path)) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: "problem", message: error.message };
    return { kind: "problem", message: "it is not UTF-8 text" };
  }
}
