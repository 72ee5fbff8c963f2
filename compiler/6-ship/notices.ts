import type { OutputFile } from "../5-bundle/bundle.ts";
import type { Package } from "../5-bundle/package.ts";

/**
 * The licences of all code in one workflow's files, as a text to lie beside its bundle: every package with at least a
 * byte in it, and no other. `files` are those that the bundling gave, with the parts of the bundle.
 */
export function licenseNotices(files: readonly OutputFile[]): readonly OutputFile[] {
  return files.flatMap((file) => {
    if (file.kind !== "text" || file.parts === undefined) return [];
    const packages = file.parts.flatMap((part) => part.package ?? []);
    const addons = files.flatMap(({ kind, name }) => (kind === "copy" ? [name] : []));
    const about = [
      `${file.name} holds code of the packages below, as far as it is used there.`,
      ...addons.map(aboutAddon),
    ];
    const text = noticesText(about.join("\n"), packages);
    return [{ kind: "text", name: file.name.replace(/\.mjs$/, ".licenses.txt"), text, executable: false }];
  });
}

/** The names, versions and licences of packages, and the text of each licence, once. The same package may come twice. */
export function noticesText(about: string, packages: readonly Package[]): string {
  const unique = new Map(packages.map((one) => [title(one), one]));
  const sorted = [...unique].sort(([first], [second]) => (first < second ? -1 : 1)).map(([, one]) => one);
  const owners = new Map<string, string[]>();
  for (const one of sorted) {
    for (const text of one.texts) owners.set(text, [...(owners.get(text) ?? []), title(one)]);
  }
  const list = sorted.map((one) => `  ${title(one)}: ${one.license}\n`).join("");
  const texts = [...owners].map(([text, names]) => `\n${"-".repeat(80)}\n${names.join("\n")}\n\n${text}\n`);
  return `${about}\n\n${list}${texts.join("")}`;
}

function title({ name, version }: Package): string {
  return `${name} ${version}`;
}

/** better-sqlite3's own licence is among those of the bundle. */
function aboutAddon(name: string): string {
  return `${name} is better-sqlite3 with SQLite, which is in the public domain.`;
}
