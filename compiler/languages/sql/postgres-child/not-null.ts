import type { ParsedStatement, TreeNode } from "./parse.ts";

/**
 * True where a column that is NOT NULL in its table is so in the rows of the statement: it reads tables, and joins none of
 * them in a way that may leave a side empty.
 */
export function keepsNotNull({ kind, tree }: ParsedStatement): boolean {
  if (kind === "SelectStmt") return isPlainSelect(tree);
  // RETURNING gives rows of the table itself; old.* and new.* may be missing.
  const isChange = kind === "InsertStmt" || kind === "UpdateStmt" || kind === "DeleteStmt";
  return isChange && tree["fromClause"] === undefined && tree["usingClause"] === undefined && !readsVersions(tree);
}

function isPlainSelect(tree: TreeNode): boolean {
  if (tree["op"] !== "SETOP_NONE" || tree["withClause"] !== undefined) return false;
  const groups = JSON.stringify(tree["groupClause"] ?? []);
  return !groups.includes('"GroupingSet"') && listOf(tree["fromClause"]).every(isPlainTable);
}

function isPlainTable(node: TreeNode): boolean {
  const join = node["JoinExpr"] as TreeNode | undefined;
  if (join === undefined) return node["RangeVar"] !== undefined;
  const sides = [join["larg"], join["rarg"]] as readonly TreeNode[];
  return join["jointype"] === "JOIN_INNER" && sides.every(isPlainTable);
}

function readsVersions(tree: TreeNode): boolean {
  return /"sval":"(?:old|new)"/.test(JSON.stringify(tree["returningClause"] ?? {}));
}

function listOf(value: unknown): readonly TreeNode[] {
  return Array.isArray(value) ? value : [];
}
