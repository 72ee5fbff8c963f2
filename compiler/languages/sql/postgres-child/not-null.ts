import type { ParsedStatement, TreeNode } from "./parse.ts";

/**
 * The tables that may have no row for a row of the statement, so that their columns may be NULL whatever they are in the
 * table. Undefined where that goes for all: the statement reads more than tables.
 */
export function maybeMissing({ kind, tree }: ParsedStatement): ReadonlySet<string> | undefined {
  if (kind === "SelectStmt") return isPlainSelect(tree) ? missingIn(listOf(tree["fromClause"])) : undefined;
  // RETURNING gives rows of the table itself; old.* and new.* may be missing.
  const isChange = kind === "InsertStmt" || kind === "UpdateStmt" || kind === "DeleteStmt";
  const isPlain = tree["fromClause"] === undefined && tree["usingClause"] === undefined && !readsVersions(tree);
  return isChange && isPlain ? new Set() : undefined;
}

function isPlainSelect(tree: TreeNode): boolean {
  const groups = JSON.stringify(tree["groupClause"] ?? []);
  return tree["op"] === "SETOP_NONE" && tree["withClause"] === undefined && !groups.includes('"GroupingSet"');
}

function missingIn(tables: readonly TreeNode[]): ReadonlySet<string> | undefined {
  const missing = new Set<string>();
  const look = (node: TreeNode, mayLack: boolean): boolean => {
    const table = node["RangeVar"] as TreeNode | undefined;
    if (table !== undefined && mayLack) missing.add(String(table["relname"]));
    const join = node["JoinExpr"] as TreeNode | undefined;
    if (join === undefined) return table !== undefined;
    const { larg, rarg, jointype } = join as Readonly<Record<"larg" | "rarg", TreeNode>> & {
      readonly jointype: string;
    };
    const lacksLeft = mayLack || jointype === "JOIN_RIGHT" || jointype === "JOIN_FULL";
    const lacksRight = mayLack || jointype === "JOIN_LEFT" || jointype === "JOIN_FULL";
    return look(larg, lacksLeft) && look(rarg, lacksRight);
  };
  return tables.map((table) => look(table, false)).every(Boolean) ? missing : undefined;
}

function readsVersions(tree: TreeNode): boolean {
  return /"sval":"(?:old|new)"/.test(JSON.stringify(tree["returningClause"] ?? {}));
}

function listOf(value: unknown): readonly TreeNode[] {
  return Array.isArray(value) ? value : [];
}
