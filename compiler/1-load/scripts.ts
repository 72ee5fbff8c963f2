import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import type { ScriptFile, Scripts } from "../nouns/script-file.ts";
import type { Source } from "../nouns/source.ts";
import { kindOf, reason } from "./find-files.ts";
import { readBytes, UnreadableFile } from "./read-file.ts";

/** Where names of files start, and a file that lies there. */
export interface FilePlace {
  /** Absolute. */
  readonly folder: string;
  readonly beside: Source;
}

/** Reads the files, or the SQL files of the folders, with these names; they start at the folder of the place. */
export function readScripts(place: FilePlace, names: Iterable<string>): Scripts {
  return new Map([...names].map((name) => [name, readScript(name, place)]));
}

/** A file beside another, by its name as seen from that one's folder. */
export function sourceOf(name: string, text: string, beside: Source): Source {
  const from = (path: string) => (posix.isAbsolute(name) ? name : posix.join(posix.dirname(path), name));
  return { path: from(beside.path), name: from(beside.name), text };
}

/** The hash of a workflow with the files that it names; without any, that of its YAML alone. */
export function hashWithScripts(hash: string, scripts: Scripts): string {
  if (scripts.size === 0) return hash;
  const all = createHash("sha256").update(hash);
  const add = (name: string, text: string) => void all.update(`\0${name}\0${text.length}\0${text}`);
  for (const [name, file] of scripts) {
    add(name, file.kind === "text" ? file.text : "");
    if (file.kind === "folder") for (const { name: inner, text } of file.files) add(inner, text);
  }
  return all.digest("hex");
}

function readScript(name: string, { folder, beside }: FilePlace): ScriptFile {
  try {
    const path = resolve(folder, name);
    if (kindOf(path) !== "folder") {
      const text = textOf(path);
      return { kind: "text", text, source: sourceOf(name, text, beside) };
    }
    const names = readdirSync(path).filter((file) => /\.sql$/i.test(file));
    const files = names
      .sort(new Intl.Collator("en", { numeric: true }).compare)
      .map((file) => sourceOf(posix.join(name, file), textOf(join(path, file)), beside));
    return { kind: "folder", files };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: "problem", message: error.message };
    if (error instanceof TypeError) return { kind: "problem", message: "it is not UTF-8 text" };
    return { kind: "problem", message: reason(error) };
  }
}

/** Throws a TypeError for what is not UTF-8. */
function textOf(path: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(readBytes(path));
}
