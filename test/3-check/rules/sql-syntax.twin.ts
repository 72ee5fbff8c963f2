import type { Twin } from "../../support/twin.ts";

const head = (url: string) =>
  `settings: { targetActionId: a, timeout: 1m, sqlConnections: { db: { connection: "${url}" } } }\n---\nactionId: a\nsql:\n  connectionName: db\n`;
const sqlite = head("sqlite://x.db");
const mysql = head("mysql://localhost/x");

export const twin: Twin = {
  bad: [
    `${sqlite}  query: SELECT id ▸FORM users\n`,
    `${sqlite}  query: select * ▸frm users\n`,
    `${sqlite}  query: |\n    SELECT id\n    FROM users\n    ▸WEHRE id = 1\n`,
    `${sqlite}  query: >-\n    SELECT id\n    FROM users\n    ▸WEHRE id = 1\n`,
    `${sqlite}  query: "SELECT \\"id\\" ▸FORM users"\n`,
    `${sqlite}  query: 'SELECT ''a'' ▸FORM users'\n`,
    `${sqlite}  query: SELECT count(* ▸FROM users\n`,
    `${sqlite}  query: SELECT ▸(1 + 2\n`,
    `${sqlite}  query: SELECT ▸'abc\n`,
    `${sqlite}  query: SELECT 1; ▸DELETE FROM users\n`,
    `${sqlite}  query: INSERT INTO users (id) ▸VALEUS (1)\n`,
    `${sqlite}  query: SELECT id ▸FORM users WHERE {{ env('COLUMN') }} = 1\n`,
    `${sqlite}  queries:\n    - { query: SELECT 1 }\n    - { query: ▸SELEC 1 }\n`,
    `${mysql}  query: SELECT ▸'abc\n`,
    `${mysql}  query: SELECT 1; ▸DELETE FROM users\n`,
    `${mysql}  query: SELECT ▸(1 + 2\n`,
    `${mysql}  query: ▸SELCT 1\n`,
  ],
  good: [
    `${sqlite}  query: SELECT id FROM users\n`,
    `${sqlite}  query: SELECT id FROM users;\n`,
    `${sqlite}  query: "SELECT id -- the key\\nFROM users -- ; SELECT"\n`,
    `${sqlite}  query: SELECT ';' || [a;b] || "x;y" FROM t\n`,
    `${sqlite}  query: SELECT * FROM {{ env('TABLE') }} FORM\n`,
    `${sqlite}  query: SELECT '{{ env('WORD') }}' FROM t\n`,
    `${sqlite}  query: CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM a; DELETE FROM b; END\n`,
    `${mysql}  query: SELECT 'it\\'s', "a", \`b\` FROM t\n`,
    `${mysql}  query: OPTIMIZE TABLE t\n`,
    `${mysql}  query: SELECT 1 FROM t WHERE \`a;b\` = ';'\n`,
    `settings: { targetActionId: a, timeout: 1m, sqlConnections: { db: { connection: "{{ env('DB') }}" } } }\n---\nactionId: a\nsql: { connectionName: db, query: SELEC 1 }\n`,
  ],
};
