import type { Twin } from "../../support/twin.ts";

const head = (url: string) =>
  `settings: { targetActionId: a, timeout: 1m, sqlConnections: { db: { connection: "${url}" } } }\n---\nactionId: a\nsql:\n  connectionName: db\n`;
const sqlite = head("sqlite://x.db");
const mysql = head("mysql://localhost/x");

export const twin: Twin = {
  bad: [
    `${sqlite}  query: SELECT ?, ?\n  params: ▸[1]\n`,
    `${sqlite}  query: SELECT 1\n  params: ▸[1]\n`,
    `${sqlite}  query: SELECT ▸?\n`,
    `${sqlite}  query: SELECT ▸:id\n`,
    `${sqlite}  query: "SELECT :id, ▸:name"\n  params: { id: 1 }\n`,
    `${sqlite}  query: "SELECT :id"\n  params: ▸[1]\n`,
    `${sqlite}  query: SELECT ▸$1\n  params: [1]\n`,
    `${sqlite}  query: SELECT ?\n  params: ▸{ id: 1 }\n`,
    `${sqlite}  query: "SELECT ?, ▸:id"\n  params: [1]\n`,
    `${sqlite}  query: INSERT INTO t VALUES (?, ?)\n  params: ▸[[1, 2], [3, 4], [5, 6]]\n`,
    `${sqlite}  query: INSERT INTO t VALUES (?)\n  paramsBatch: [▸1, 2]\n`,
    `${sqlite}  query: INSERT INTO t VALUES (?)\n  paramsBatch: [[1], ▸[2, 3]]\n`,
    `${sqlite}  queries:\n    - { query: SELECT 1 }\n    - { query: SELECT ?, params: ▸[] }\n`,
    `${mysql}  query: SELECT ▸$1\n  params: [1]\n`,
    `${mysql}  query: "SELECT ▸:id"\n  params: { id: 1 }\n`,
    `${mysql}  query: SELECT ?\n  params: ▸{ id: 1 }\n`,
  ],
  good: [
    `${sqlite}  query: SELECT ?, ?\n  params: [1, 2]\n`,
    `${sqlite}  query: SELECT '?', "?", -- ?\n  params: []\n`.replace(", -- ?", ""),
    `${sqlite}  query: "SELECT :id, @id, $id"\n  params: { id: 1 }\n`,
    `${sqlite}  query: SELECT ?\n  params: get('values')\n`,
    `${sqlite}  query: SELECT ? WHERE {{ env('MORE') }}\n  params: [1, 2]\n`,
    `${sqlite}  query: INSERT INTO t VALUES (?, ?)\n  paramsBatch: [[1, 2], [3, 4]]\n`,
    `${sqlite}  query: INSERT INTO t VALUES (:a)\n  paramsBatch: [{ a: 1 }, { a: 2 }]\n`.replace(
      "(:a)",
      '(":a" || $a)',
    ),
    `${mysql}  query: SELECT @x, ?\n  params: [1]\n`,
  ],
};
