import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dataComment } from "../4-emit/escape.ts";
import { unsealed } from "./banner.ts";
import type { OutputFile } from "./bundle.ts";
import { ownParts } from "./parts.ts";
import { type Provenance, parseProvenance, provenanceMark } from "./provenance.ts";

const shebang = "#!/usr/bin/env node\n";
const noDigest = /"sha256":""\}$/;
const digest = /"sha256":"([\da-f]{64})"\}$/;

/** Writes into the bundle among these files how it was made, the hashes of the files beside it, and its own. */
export function seal(files: readonly OutputFile[], made: Omit<Provenance, "files">): readonly OutputFile[] {
  const beside = files.filter((file) => !isBundle(file)).map((file) => [file.name, sha256(contentOf(file))] as const);
  const provenance: Provenance = { ...made, files: Object.fromEntries(beside) };
  return files.map((file) => (file.kind === "text" && isBundle(file) ? withSeal(file, provenance) : file));
}

function withSeal(file: Extract<OutputFile, { kind: "text" }>, provenance: Provenance): OutputFile {
  const text = sealed(file.text, provenance);
  if (file.parts === undefined) return { ...file, text };
  const bytes = Buffer.byteLength(text) - Buffer.byteLength(file.text);
  return { ...file, text, parts: [...file.parts, { module: ownParts.provenance, bytes, package: undefined }] };
}

function sealed(text: string, provenance: Provenance): string {
  const start = `${shebang}${unsealed}\n`;
  if (!text.startsWith(start)) throw new Error("the bundle has no place for its provenance");
  const line = dataComment(provenanceMark, { ...provenance, sha256: "" });
  const rest = text.slice(start.length - 1);
  const hash = sha256(`${shebang}${line}${rest}`);
  return `${shebang}${line.replace(noDigest, `"sha256":"${hash}"}`)}${rest}`;
}

/** What the provenance of a file says of its bytes. */
export type Seal =
  /** No flowc has written one there. */
  | { readonly kind: "none" }
  /** The bytes are those that were written; without a provenance where another flowc knows how to read it. */
  | { readonly kind: "whole"; readonly provenance: Provenance | undefined }
  | { readonly kind: "changed"; readonly onlyLineEnds: boolean };

/** Reads the provenance of a bundle from its bytes, and whether they are still those that flowc wrote. Runs nothing. */
export function readSeal(bytes: Buffer): Seal {
  // Latin-1 keeps every byte apart, whatever the file holds.
  const text = bytes.toString("latin1");
  const at = text.startsWith(provenanceMark) ? 0 : text.indexOf(`\n${provenanceMark}`) + 1;
  if (at === 0 && !text.startsWith(provenanceMark)) return { kind: "none" };
  const [line = ""] = text.slice(at).split(/\r?\n/, 1);
  if (isWhole(text, line)) return { kind: "whole", provenance: parseProvenance(line.slice(provenanceMark.length)) };
  return { kind: "changed", onlyLineEnds: text.includes("\r\n") && isWhole(text.replaceAll("\r\n", "\n"), line) };
}

function isWhole(text: string, line: string): boolean {
  const start = `${shebang}${line}\n`;
  const written = digest.exec(line)?.[1];
  if (written === undefined || !text.startsWith(start)) return false;
  const bare = `${shebang}${line.replace(digest, '"sha256":""}')}${text.slice(start.length - 1)}`;
  return sha256(Buffer.from(bare, "latin1")) === written;
}

/** SHA-256 in hex. */
export function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The bytes of a file. */
export function contentOf(file: OutputFile): string | Buffer {
  return file.kind === "text" ? file.text : readFileSync(file.from);
}

function isBundle({ name }: OutputFile): boolean {
  return name.endsWith(".mjs");
}
