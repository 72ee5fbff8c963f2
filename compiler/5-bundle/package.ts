import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package whose code may be in a bundle: flowc itself, or one of somebody else. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** As its package.json names it: an SPDX identifier. */
  readonly license: string;
  /** The text of its licence and notices, then those of code that it has from others; empty where it brings none. */
  readonly texts: readonly string[];
}

/** The folder of the package that a module belongs to, the innermost one; undefined for modules of no package. */
export function packageFolder(module: string): string | undefined {
  return /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll("\\", "/"))?.[0];
}

/**
 * Reads what a package says of itself and of its licence. `modules` are the paths of its modules that are used: beside
 * them may lie licences of code that the package has from others. Throws where there is no text of a licence, for then
 * nobody may be given its code.
 */
export function readPackage(folder: string, modules: readonly string[]): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package;
  const own = textsIn(folder, /^(?:licen[sc]e|copying)(?:[.-]|$)/i);
  const licenses = own.length > 0 ? own : sectionOfReadme(folder);
  const inner = foldersOf(folder, modules).flatMap((inside) => textsIn(inside, /^(?:licen[sc]e|notice)(?:[.-]|$)/i));
  const headers = modules.flatMap(legalComments);
  const texts = [...licenses, ...textsIn(folder, /^notice(?:[.-]|$)/i), ...inner, ...headers];
  return { name, version, license, texts: [...new Set(texts)] };
}

function textsIn(folder: string, names: RegExp): readonly string[] {
  return namesIn(folder)
    .filter((name) => names.test(name))
    .map((name) => tidy(readFileSync(join(folder, name), "utf8")));
}

/** Some packages have the text of their licence only there. */
function sectionOfReadme(folder: string): readonly string[] {
  const readme = namesIn(folder).find((name) => /^readme\.(?:md|markdown)$/i.test(name));
  const text = readme === undefined ? "" : readFileSync(join(folder, readme), "utf8");
  const section = /^#+ *licen[sc]e\b[^\n]*\n([\s\S]*?copyright[\s\S]*?)(?=^#|(?![\s\S]))/im.exec(text)?.[1];
  return section === undefined ? [] : [tidy(section)];
}

/** Folders of modules inside a package; a package that is published with its sources has such texts there. */
function foldersOf(folder: string, modules: readonly string[]): readonly string[] {
  const inside = new Set<string>();
  for (const module of modules) {
    for (let at = dirname(module); at.length > folder.length; at = dirname(at)) inside.add(at.slice(folder.length + 1));
  }
  return [...inside].sort().flatMap((name) => [join(folder, name), join(folder, "src", name)]);
}

/** Comments that must stay, by the habit of all minifiers. */
function legalComments(module: string): readonly string[] {
  const comments = readFileSync(module, "utf8").match(/\/\*[\s\S]*?\*\//g) ?? [];
  const legal = comments.filter((comment) => comment.startsWith("/*!") || /@(?:license|preserve)\b/.test(comment));
  return legal.map((comment) => tidy(comment.slice(2, -2).replaceAll(/^ *[*!]+ ?/gm, "")));
}

/** Not a folder or not there: no names. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function tidy(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "");
}
