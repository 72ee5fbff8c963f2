import { explanation } from "./explanation.ts";

/** Codes about what only one machine has, of workflows that are built for many. */
export const durableExplanations = {
  "not-durable": explanation(
    `
    \`flowc build --target dbos\` makes runs that any machine may go on with. A file that a run is given by its path
    is on the machine that has started it; a database in the memory of a process ends with that process; headers that say
    who the client is, such as Authorization and Cookie, are in no row. Give content as an input, read it from an
    object store, or name a database that all machines reach.
    `,
    `
    settings:
      targetActionId: rows
      sqlConnections: { main: { connection: "sqlite::memory:" } }
    resources:
      - actionId: rows
        sql: { connectionName: main, query: "SELECT 1 AS one", timeout: 10s }
    `,
    `
    settings:
      targetActionId: rows
      sqlConnections: { main: { connection: "{{ env('DATABASE_URL') }}", driver: postgres } }
    resources:
      - actionId: rows
        sql: { connectionName: main, query: "SELECT 1 AS one", timeout: 10s }
    `,
  ),
  "not-shared": explanation(
    `
    \`flowc build --target dbos\` makes runs that any machine may go on with. An SQLite file is another one on each of
    them, unless they share a folder; a value of \`agentSettings.env\` that reads the clock is another one after each
    takeover, for it is evaluated anew, where results of resources are recorded; a file that a script writes is not
    where another resource reads it, when that runs elsewhere. Name a database that all machines reach; let a resource
    read the clock; print what others need, for results are recorded.
    `,
    `
    settings:
      targetActionId: rows
      sqlConnections: { main: { connection: "sqlite://orders.db" } }
    resources:
      - actionId: rows
        sql: { connectionName: main, query: "SELECT 1 AS one", timeout: 10s }
    `,
    `
    settings:
      targetActionId: rows
      sqlConnections: { main: { connection: "{{ env('DATABASE_URL') }}", driver: postgres } }
    resources:
      - actionId: rows
        sql: { connectionName: main, query: "SELECT 1 AS one", timeout: 10s }
    `,
  ),
};
