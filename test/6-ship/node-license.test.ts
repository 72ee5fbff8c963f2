import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeLicense } from "../../compiler/6-ship/node-license.ts";
import { root, temporaryFolder } from "../support/flowc.ts";

const text = "Node.js is licensed for use as follows:\n\nthe text\n";

/** The licence beside a Node whose folder has this file, as text; flowc's own copy says that it is flowc's. */
function licenseOf(name: string, content: string): string {
  using place = temporaryFolder();
  const at = (path: string) => join(place.path, path);
  mkdirSync(at("node/bin"), { recursive: true });
  writeFileSync(at(name), content);
  writeFileSync(at("node-license.txt"), "flowc's copy\n");
  const file = nodeLicense({ execPath: at("node/bin/node"), version: "9.8.7", packageFolder: place.path });
  expect(file).toMatchObject({ kind: "text", name: "node.license.txt", executable: false });
  return file.kind === "text" ? file.text : "";
}

test.each(["node/LICENSE", "node/bin/LICENSE"])("is the text that came with Node: %s", (name) => {
  const found = licenseOf(name, text);
  expect(found).toMatch(/^The executables beside this file hold Node 9\.8\.7\. Its licence follows\.\n/);
  expect(found.endsWith(text)).toBe(true);
});

test("is what flowc knows where none came with it, or another's, and says where its own is", () => {
  for (const [name, content] of [
    ["elsewhere", text],
    ["node/LICENSE", "MIT License"],
  ] as const) {
    const found = licenseOf(name, content);
    expect(found).toContain("that of this version is at https://github.com/nodejs/node/blob/v9.8.7/LICENSE\n");
    expect(found.endsWith("flowc's copy\n")).toBe(true);
  }
});

test("flowc's own copy is Node's licence", () => {
  const execPath = join(root, "nowhere", "node");
  const file = nodeLicense({ execPath, version: "9.8.7", packageFolder: join(root, "dist") });
  expect(file.kind === "text" && file.text).toContain("Node.js is licensed for use as follows:");
});
