import type { ProgramSpec } from "./program-spec.ts";

const mysql: ProgramSpec = {
  values: "-u --user -h --host -P --port -D --database -S --socket",
  scripts: { "-e": "sql", "--execute": "sql", "--init-command": "sql" },
  input: "sql",
  otherOperands: 1,
  harm: "--execute=…",
};

/** Clients of databases that take statements as arguments, by name. */
export const databases: Readonly<Record<string, ProgramSpec>> = {
  psql: {
    values:
      "-d --dbname -f --file -h --host -p --port -U --username -v --set --variable -o --output -L --log-file -F --field-separator -R --record-separator -P --pset -T --table-attr",
    scripts: { "-c": "sql", "--command": "sql" },
    input: "sql",
    otherOperands: 2,
    harm: "--command='\\! …'",
  },
  mysql,
  mariadb: mysql,
  sqlite3: {
    values: "-init -separator -newline -nullvalue -maxsize -mmap -vfs",
    scripts: { "-cmd": "sql" },
    script: { at: 1, language: "sql", joined: true },
    singleDash: true,
    input: "sql",
    otherOperands: 1,
    harm: "-cmd '.shell …'",
  },
  duckdb: {
    values: "-init -separator",
    scripts: { "-c": "sql", "-cmd": "sql", "-s": "sql" },
    singleDash: true,
    input: "sql",
    otherOperands: 1,
    harm: "-c …",
  },
  sqlcmd: {
    values: "-S -U -P -d -i -o",
    scripts: { "-Q": "sql", "-q": "sql" },
    input: "sql",
    harm: "-Q …",
  },
  "clickhouse-client": {
    values: "--host -h --user -u --database -d",
    scripts: { "--query": "sql", "-q": "sql" },
    input: "sql",
    harm: "--query=…",
  },
};
