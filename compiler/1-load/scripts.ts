import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ScriptFile } from "../syntax.ts";
import { reason } from "./find-files.ts";

/** Reads the files that resources name by `scriptFile`; their names start at the workflow's folder. */
export function readScripts(folder: string, names: Iterable<string>): ReadonlyMap<string, ScriptFile> {
  return new Map([...names].map((name) => [name, readScript(resolve(folder, name))]));
}

/** The hash of a workflow with its scripts; without any, that of its YAML alone. */
export function hashWithScripts(hash: string, scripts: ReadonlyMap<string, ScriptFile>): string {
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
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)) };
  } catch (error) {
    if (error instanceof TypeError) return { kind: "problem", message: "it is not UTF-8 text" };
    return { kind: "problem", message: reason(error) };
  }
}
