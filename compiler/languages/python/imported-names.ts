import { fieldOf, nodesIn, type SyntaxNode } from "../syntax-node.ts";

/**
 * What the names that a script imports stand for, in full: `sp` is `subprocess`, `run` is `subprocess.run`; and those that
 * it gives a member of another name: `run = os.system`.
 */
export function importedNames(root: SyntaxNode, text: string): ReadonlyMap<string, string> {
  const written = ({ start, end }: SyntaxNode) => text.slice(start, end);
  const imports = [...nodesIn(root)].filter(({ type }) => /^import_(?:from_)?statement$/.test(type));
  const names = new Map(imports.flatMap((node) => namesOf(node, text)));
  for (const node of nodesIn(root)) {
    const [left, right] = node.type === "assignment" ? [fieldOf(node, "left"), fieldOf(node, "right")] : [];
    const member = right && /^(\w+)((?:\.[\w.]+)?)$/.exec(written(right));
    if (left?.type !== "identifier") continue;
    // What `partial(subprocess.run, shell=True)` makes is called as `os.system` is.
    const inShell = right?.type === "call" && /^(?:functools\.)?partial\([\s\S]*\bshell=True/.test(written(right));
    if (inShell) names.set(written(left), "os.system");
    if (!member) continue;
    const [, object = "", rest = ""] = member;
    if (rest === "" && !/^(?:eval|exec|compile)$/.test(object)) continue;
    names.set(written(left), `${names.get(object) ?? object}${rest}`);
  }
  return names;
}

function namesOf(node: SyntaxNode, text: string): readonly (readonly [name: string, full: string])[] {
  const written = ({ start, end }: SyntaxNode) => text.slice(start, end);
  const module = fieldOf(node, "module_name");
  const imported = node.children.filter(({ field }) => field === "name");
  return imported.flatMap((child) => {
    const name = written(fieldOf(child, "name") ?? child);
    const alias = fieldOf(child, "alias");
    // `import os.path` makes `os` known, by its own name.
    if (module === undefined) return alias === undefined ? [] : [[written(alias), name] as const];
    return [[alias === undefined ? name : written(alias), `${written(module)}.${name}`] as const];
  });
}
