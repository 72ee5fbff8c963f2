import { describe, expect, test } from "vitest";
import { checkText } from "../../support/check-text.ts";

const found = (path: string, more = "") => {
  const routes = `[{ path: ${JSON.stringify(path)} }${more}]`;
  const text = `settings: { targetActionId: a, timeout: 1m, apiServer: { routes: ${routes} } }\n---\nactionId: a\nexec: { command: ls }\n`;
  return checkText(text).diagnostics;
};

describe("the path of a route", () => {
  test.each([
    ["/a/{id}", 'has the segment "{id}", which is not a parameter here', "write :id"],
    ["/a/{id:[0-9]+}", 'has the segment "{id:[0-9]+}", which is not a parameter here', "write :id"],
    ["/a/<int:id>/x", 'has the segment "<int:id>", which is not a parameter here', "write :id"],
    ["/a/[id]", 'has the segment "[id]", which is not a parameter here', "write :id"],
    ["/a/:id?", 'has the segment ":id?", which is not a parameter here', "write :id"],
    ["/a/:id{[0-9]+}", 'has the segment ":id{[0-9]+}", which is not a parameter here', "write :id"],
    ["/a/*", 'has a "*", but there are no wildcards', "write :name for one segment, and a route for each depth"],
    ["/a/:", 'has a ":" without a name', "name the parameter, as in /items/:id"],
    ["/a/x{id}", 'has a "{", which means nothing here', "a parameter is a whole segment, as in /items/:id"],
    ["/a/:id/b/:id", 'has the parameter ":id" twice', "give each parameter a name of its own"],
    ["/a%20b", 'has "%20", but paths are compared decoded', "write the character itself"],
    [
      "/a?page=1",
      'has a "?", where a path ends',
      "end the path before it; read what a query brings with get('<name>', 'param')",
    ],
  ])("%s is reported, with advice", (path, what, help) => {
    const diagnostics = found(path);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["invalid-path", `the path "${path}" ${what}`],
    ]);
    expect(diagnostics[0]?.help).toBe(help);
  });

  test.each([
    "/",
    "/items",
    "/items/",
    "/users/:id/files/:file-name",
    "/v1/images:annotate",
    "/files/v1.2/report.csv",
    "/$metadata",
    "/größe/100%",
    "/with blank",
    "/~user/@me",
  ])("%s is taken as it is", (path) => {
    expect(found(path)).toEqual([]);
  });
});
