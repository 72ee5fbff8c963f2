import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifestFiles } from "../compiler/6-ship/build-target.ts";
import { manualMarkdown } from "../compiler/cli/manual/markdown.ts";
import { executors } from "../compiler/executors/list.ts";
import { methodSignature } from "../compiler/functions/listed.ts";
import { type MethodSpec, methods } from "../compiler/functions/methods.ts";
import { functions, signature } from "../compiler/functions/table.ts";
import { type Code, codes } from "../compiler/nouns/codes.ts";
import { explanations } from "../compiler/report/explanations/table.ts";
import { checkText } from "./support/check-text.ts";
import { filesOfPlan, planOf } from "./support/docker-files.ts";
import { fieldTable } from "./support/field-table.ts";
import { flowcHere, root, temporaryFolder } from "./support/flowc.ts";

// Pages and parts of pages that are made from the tables they describe. UPDATE=1 npm run unit rewrites them.

const docs = join(root, "docs");

test("docs/diagnostics.md lists and explains every code", () => {
  const names = (Object.keys(codes) as Code[]).sort();
  const rows = names.map((code) => `| [\`${code}\`](#${code}) | ${codes[code].severity} | ${codes[code].title} |\n`);
  expectPage("diagnostics.md", `${diagnosticsHead}${rows.join("")}${names.map(explained).join("")}`);
});

test("docs/commands.md is the manual of the command table", () => {
  expectPage("commands.md", manualMarkdown());
});

test("docs/expressions.md lists every function", () => {
  const rows = functions.map((spec) => `| \`${signature(spec)}\` | ${spec.description} |`);
  const page = readFileSync(join(docs, "expressions.md"), "utf8");
  const table = `| function | gives |\n|---|---|\n${rows.join("\n")}\n`;
  expectPage("expressions.md", page.replace(/(<!-- functions -->\n)[\s\S]*?(?=<!-- end -->)/, `$1${table}`));
});

test("docs/expressions.md lists every method", () => {
  const rows = [...methods].map(([kind, specs]) => `| ${kind} | ${[...specs].map(written).join(", ")} |`);
  const page = readFileSync(join(docs, "expressions.md"), "utf8");
  const table = `| of a | methods |\n|---|---|\n${rows.join("\n")}\n`;
  expectPage("expressions.md", page.replace(/(<!-- methods -->\n)[\s\S]*?(?=<!-- end of methods -->)/, `$1${table}`));
});

test.each(executors.map((executor) => [pageOf(executor.key), executor] as const))(
  "docs/%s lists every key of the executor",
  (name, executor) => {
    const page = readFileSync(join(docs, name), "utf8");
    const pattern = /(<!-- keys -->\n)[\s\S]*?(?=<!-- end of keys -->)/;
    expect(page).toMatch(pattern);
    expectPage(
      name,
      page.replace(pattern, (_all, start) => `${start}\n${fieldTable(executor)}\n`),
    );
  },
);

describe("docs/check.md", () => {
  const page = readFileSync(join(docs, "check.md"), "utf8");
  const [silenced = "", block = "", config = ""] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, code]) => code,
  );

  test("its comments silence what they say", () => {
    const rival = "  - actionId: north\n    after: [\"set('best', 1)\"]\n";
    const target = `  - actionId: a\n    requires: [north, south]\n    apiResponse:\n`;
    const text = `settings: { targetActionId: a }\nresources:\n${rival}${silenced}${target}${block.replaceAll(/^/gm, "  ")}`;
    const { diagnostics, silenced: found } = checkText(text.trimEnd());
    expect(diagnostics).toEqual([]);
    expect(found.map((one) => [one.diagnostic.code, one.by.reason]).sort()).toEqual([
      ["literal-looks-like-expression", "documentation, not code"],
      ["set-race", "either of the two will do"],
    ]);
  });

  test("its configuration is one", () => {
    const text = "settings: { targetActionId: a }\n---\nactionId: a\napiResponse: { response: 1 }\n";
    expect(checkText(text, config).diagnostics).toEqual([]);
    expect(checkText(text, config.replace("rules", "rulez")).diagnostics).toHaveLength(1);
    expect(
      [...config.matchAll(/node_modules\/flowc\/(\S+)/g)].map(([, path]) => exists(join(root, path ?? ""))),
    ).toEqual([true]);
  });
});

test("the first tests of docs/testing.md pass", async () => {
  using folder = temporaryFolder();
  const page = readFileSync(join(docs, "testing.md"), "utf8");
  for (const [, name = "", text = ""] of page.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g))
    writeFileSync(join(folder.path, name), text);
  const { stdout, stderr, code } = await flowcHere(["test", "."], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  const shown = /\$ flowc test \.\n([\s\S]*?)\n\n/.exec(page)?.[1] ?? "";
  expect(`${shown.replaceAll(/^ {4}/gm, "")}\n`).toBe(stdout);
});

test("docs/graph.md shows what flowc graph prints", async () => {
  const { stdout } = await flowcHere(["graph", "examples/visits"]);
  const page = readFileSync(join(docs, "graph.md"), "utf8");
  const drawn = `\n\`\`\`mermaid\n${stdout}\`\`\`\n\n`;
  expectPage("graph.md", page.replace(/(<!-- graph -->\n)[\s\S]*?(?=<!-- end -->)/, `$1${drawn}`));
});

test("docs/provenance.md shows what flowc verify prints", async () => {
  using folder = temporaryFolder();
  cpSync(join(root, "examples", "hello"), join(folder.path, "hello"), { recursive: true });
  const verify = async (...args: readonly string[]) => {
    const { stdout } = await flowcHere(["verify", "dist/hello.mjs", ...args], { cwd: folder.path });
    return `$ ${["flowc verify dist/hello.mjs", ...args].join(" ")}\n${stdout}`;
  };
  await flowcHere(["build", "hello"], { cwd: folder.path });
  const append = (name: string, text: string) => {
    appendFileSync(join(folder.path, name), `${text}\n`);
    return `$ echo '${text}' >> ${name}\n`;
  };
  const said = [await verify(), await verify("hello")];
  said.push(append("hello/workflow.yaml", "# more"), await verify("hello"));
  said.push(append("dist/hello.mjs", "// more"), await verify());
  const page = readFileSync(join(docs, "provenance.md"), "utf8");
  const shown = `\n\`\`\`console\n${said.join("")}\`\`\`\n\n`;
  expectPage("provenance.md", page.replace(/(<!-- verify -->\n)[\s\S]*?(?=<!-- end -->)/, `$1${shown}`));
});

test("docs/containers.md shows what --docker writes", () => {
  const files = filesOfPlan(planOf("examples/api"));
  const block = (language: string, name: string) => `\n\`\`\`${language}\n${files[name]}\`\`\`\n\n`;
  const page = readFileSync(join(docs, "containers.md"), "utf8")
    .replace(/(<!-- dockerfile -->\n)[\s\S]*?(?=<!-- end)/, (_all, start) => start + block("dockerfile", "Dockerfile"))
    .replace(/(<!-- compose -->\n)[\s\S]*?(?=<!-- end)/, (_all, start) => start + block("yaml", "compose.yaml"));
  expectPage("containers.md", page);
});

test.each([
  ["systemd.md", "systemd", "ini"],
  ["kubernetes.md", "kubernetes", "yaml"],
] as const)("docs/%s shows what --target %s writes", (name, target, language) => {
  const files = manifestFiles(planOf("examples/nightly"), target);
  let page = readFileSync(join(docs, name), "utf8");
  for (const file of files) {
    if (file.kind !== "text" || file.name === "kustomization.yaml") continue;
    const pattern = new RegExp(`(<!-- ${file.name} -->\\n)[\\s\\S]*?(?=<!-- end)`);
    expect(page).toMatch(pattern);
    page = page.replace(pattern, (_all, start) => `${start}\n\`\`\`${language}\n${file.text}\`\`\`\n\n`);
  }
  expectPage(name, page);
});

test("README.md shows what flowc says", () => {
  const said = readFileSync(join(root, "test", "fixtures", "err", "readme", "expected.txt"), "utf8");
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain(`$ flowc check .\n${said}\`\`\``);
});

describe("links", () => {
  const pages = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    ...readdirSync(docs).flatMap((name) => (name.endsWith(".md") ? [join("docs", name)] : [])),
  ];
  test.each(pages)("of %s lead somewhere", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const targets = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target]) =>
      join(root, page, "..", target ?? ""),
    );
    const missing = targets.filter((target) => !exists(target));
    expect(missing).toEqual([]);
  });
});

const diagnosticsHead = `# Diagnostics

What \`flowc check\` can find; \`flowc explain CODE\` prints the same. Codes are permanent. A warning does not fail a
check, unless \`--strict\` is given; [check.md](check.md) says how to silence one. Examples that have neither settings nor
\`resources:\` are the resources of a workflow whose target is the last of them.

| code | severity | about |
|---|---|---|
`;

function explained(code: Code): string {
  const { text, examples } = explanations[code];
  const shown = examples && `\nBad:\n\n${yaml(examples.bad)}\nGood:\n\n${yaml(examples.good)}`;
  return `\n## ${code}\n\n${text}\n${shown ?? ""}`;
}

function yaml(text: string): string {
  return `\`\`\`yaml\n${text}\`\`\`\n`;
}

/** The page of an executor: its key with hyphens, or the plural of that. */
function pageOf(key: string): string {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return exists(join(docs, `${name}.md`)) ? `${name}.md` : `${name}s.md`;
}

function expectPage(name: string, text: string): void {
  const path = join(docs, name);
  if (process.env["UPDATE"] === "1" && process.env["CI"] === undefined) writeFileSync(path, text);
  expect(readFileSync(path, "utf8")).toBe(text);
}

function written([name, spec]: readonly [string, MethodSpec]): string {
  return `\`${methodSignature(name, spec)}\``;
}

function exists(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EISDIR";
  }
}
