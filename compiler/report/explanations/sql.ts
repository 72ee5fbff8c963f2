import { explanation } from "./explanation.ts";

/** Codes about what other programs are asked: statements of databases, operations of APIs. */
export const sqlExplanations = {
  "openapi-mismatch": explanation(
    `
    A request names an operation under \`openapi\` and does not fit it: the description has no such operation, the method or
    the path of the URL is another one, a parameter does not exist or is missing, the body lacks a field, or a value has
    another type. The operation is named by its \`operationId\`, or by method and path, such as \`GET /users/{id}\`.

    Below, \`api.yaml\` describes \`GET /users\` with the query parameter \`limit\`, an integer. Of the URL the end of the path
    is compared, so that a server's address may have a path of its own; behind a template nothing is said.
    `,
    `
    actionId: users
    httpClient:
      url: https://api.example.com/user
      query: { limit: ten }
      openapi: { file: api.yaml, operation: GET /users }
      timeout: 10s
    `,
    `
    actionId: users
    httpClient:
      url: https://api.example.com/users
      query: { limit: 10 }
      openapi: { file: api.yaml, operation: GET /users }
      timeout: 10s
    `,
  ),
  "sql-syntax": explanation(
    `
    The database could not read the statement. flowc asks the database's own parser when the workflow is built: SQLite
    itself, the parser of the PostgreSQL server; of MySQL only quotes, brackets and a second statement are looked at. The
    database is known by the connection string, or by the connection's \`driver\`. A statement with a template in its code is
    read up to there. Files under the \`schema\` of a connection are read alike.
    `,
    `
    settings:
      targetActionId: users
      sqlConnections: { shop: { connection: "sqlite://shop.db" } }
    resources:
      - actionId: users
        sql: { connectionName: shop, timeout: 5s, query: "SELECT id, name FORM users" }
    `,
    `
    settings:
      targetActionId: users
      sqlConnections: { shop: { connection: "sqlite://shop.db" } }
    resources:
      - actionId: users
        sql: { connectionName: shop, timeout: 5s, query: "SELECT id, name FROM users" }
    `,
  ),
  "sql-parameters": explanation(
    `
    The values under \`params\` do not fit the placeholders of the statement: there are too few or too many, a list stands
    where names are asked for, the placeholder is another database's, or \`paramsBatch\` is a list of single values. SQLite
    takes a list for \`?\` and a map for \`:name\`, \`@name\`, \`$name\`; PostgreSQL a list for \`$1\`; MySQL a list for \`?\`.
    Where a schema gives the types that PostgreSQL wants, values of others are reported too.
    `,
    `
    settings:
      targetActionId: user
      sqlConnections: { shop: { connection: "sqlite://shop.db" } }
    resources:
      - actionId: user
        sql: { connectionName: shop, timeout: 5s, query: "SELECT * FROM users WHERE id = ? AND name = ?", params: [7] }
    `,
    `
    settings:
      targetActionId: user
      sqlConnections: { shop: { connection: "sqlite://shop.db" } }
    resources:
      - actionId: user
        sql: { connectionName: shop, timeout: 5s, query: "SELECT * FROM users WHERE id = ? AND name = ?", params: [7, Ann] }
    `,
  ),
  "sql-schema": explanation(
    `
    The database can read the statement and would refuse it: a table, a column or a function does not exist, or values of
    types are put together that do not go together. The tables are those of the connection's \`schema\`, a file of SQL or a
    folder of migrations; without one, only what every database of this kind lacks is reported. A schema that cannot be
    applied is reported in its own file, and statements are then only read.
    `,
    `
    settings:
      targetActionId: now
      sqlConnections: { shop: { connection: "sqlite://shop.db" } }
    resources:
      - actionId: now
        sql: { connectionName: shop, timeout: 5s, query: "SELECT getdate() AS today" }
    `,
    `
    settings:
      targetActionId: now
      sqlConnections: { shop: { connection: "sqlite://shop.db" } }
    resources:
      - actionId: now
        sql: { connectionName: shop, timeout: 5s, query: "SELECT date('now') AS today" }
    `,
  ),
};
