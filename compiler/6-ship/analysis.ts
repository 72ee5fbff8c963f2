import { statSync } from "node:fs";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { type BundlePart, ownParts } from "../5-bundle/parts.ts";

/** A line of the table. */
interface Share {
  readonly name: string;
  readonly bytes: number;
}

/**
 * What takes which bytes of each bundle, as a table: the largest first. Parts of the runtime library are named after
 * their files and folders, the code of others after their packages. The shares add up to the size of the bundle.
 */
export function analysis(files: readonly OutputFile[]): string {
  return files.flatMap(tableOf).map(printed).join("\n");
}

function tableOf(file: OutputFile): readonly (readonly Share[])[] {
  if (file.kind === "copy") return [[{ name: file.name, bytes: statSync(file.from).size }]];
  if (file.parts === undefined) return [];
  const bytes = new Map<string, number>();
  for (const part of file.parts) bytes.set(nameOf(part), (bytes.get(nameOf(part)) ?? 0) + part.bytes);
  const shares = [...bytes].map(([name, size]) => ({ name, bytes: size }));
  const sorted = shares.sort((first, second) => second.bytes - first.bytes || (first.name < second.name ? -1 : 1));
  return [[{ name: file.name, bytes: Buffer.byteLength(file.text) }, ...sorted]];
}

const ownNames: Readonly<Record<string, string>> = {
  [ownParts.workflow]: "the workflow",
  [ownParts.validators]: "validators of its schemas",
  [ownParts.glue]: "start and helpers of the bundler",
  [ownParts.provenance]: "its provenance",
};

function nameOf({ module, package: owner }: BundlePart): string {
  const own = ownNames[module];
  if (own !== undefined) return own;
  const [, part = ""] = /^runtime-lib\/([^/.-]+)/.exec(module) ?? [];
  return part === "" ? `package ${owner?.name} ${owner?.version}` : `runtime ${part}`;
}

/** The first line is the whole, the others are its parts. */
function printed([whole, ...parts]: readonly Share[]): string {
  if (whole === undefined) return "";
  const lines = [whole, ...parts.map(({ name, bytes }) => ({ name: `  ${name}`, bytes }))];
  const width = Math.max(...lines.map(({ name }) => name.length));
  const rows = lines.map(({ name, bytes }) => {
    const share = ((bytes / whole.bytes) * 100).toFixed(1);
    return `${name.padEnd(width)}  ${grouped(bytes).padStart(11)} bytes  ${share.padStart(5)} %\n`;
  });
  return rows.join("");
}

/** 1234567 as 1,234,567, whatever the locale. */
function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
