import { expect, test } from "vitest";
import { schemaFiles } from "../../../compiler/languages/sql/schema-files.ts";

const file = (name: string, text: string) => ({ path: name, name, text });

test("of migrations the way up counts", () => {
  const files = [
    file("1.up.sql", "CREATE TABLE a (x INT);"),
    file("1.down.sql", "DROP TABLE a;"),
    file("2.sql", "-- migrate:up\nCREATE TABLE b (x INT);\n-- migrate:down\nDROP TABLE b;"),
    file("3.sql", "-- +goose Up\nSELECT 1;\n-- +goose Down\nSELECT 2;"),
  ];
  expect(schemaFiles({ kind: "folder", files }).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    "1.up.sql: CREATE TABLE a (x INT);",
    "2.sql: -- migrate:up\nCREATE TABLE b (x INT);\n",
    "3.sql: -- +goose Up\nSELECT 1;\n",
  ]);
});
