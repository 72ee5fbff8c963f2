import { describe, expect, test } from "vitest";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { parseWorkflow } from "../../compiler/2-parse/parse-workflow.ts";
import { formatDot } from "../../compiler/draw/dot.ts";
import { formatGraphJson } from "../../compiler/draw/json.ts";
import { formatMermaid } from "../../compiler/draw/mermaid.ts";
import { formatSvg } from "../../compiler/draw/svg.ts";
import { type GraphView, graphView } from "../../compiler/draw/view.ts";

function view(text: string): GraphView {
  const workflow = readYaml({ path: "w.yaml", name: "w.yaml", text }, () => undefined);
  const syntax = parseWorkflow({ workflow, resources: [] }, () => undefined);
  if (syntax === undefined) throw new Error("no workflow");
  return graphView(syntax);
}

const server = view(`
metadata: { name: shop }
settings:
  targetActionId: answer
  apiServer:
    routes:
      - { path: /items, methods: [GET, POST] }
      - { path: /health }
resources:
  - actionId: store
    validations: { routes: [/items], methods: [POST] }
    component: { name: memory, with: { key: k, value: v } }
  - actionId: look
    validations: { skip: "get('x') == ''" }
    exec: { command: echo }
  - { actionId: rest, exec: { command: echo }, onError: { action: continue } }
  - actionId: answer
    requires: [store, look, rest]
    apiResponse: { response: 1 }
  - { actionId: note, requires: [look], before: "set('a', 1)" }
`);

/** Names that mean something to every format. */
const workflowName = `a"]<script>&\n--- #quot; \`md\` \\" %% \u202e]]>`;
const resourceName = `"]:::x\nend <img src=x onerror="alert(1)"> #60; \\N ' 名前 \u0007`;
const hostile = view(`
metadata: { name: ${JSON.stringify(workflowName)} }
settings: { targetActionId: a, apiServer: { routes: [{ path: '/x"<b>', methods: [GET] }] } }
resources:
  - actionId: a
    name: ${JSON.stringify(resourceName)}
    exec: { command: echo }
`);

describe("graphView", () => {
  test("resources after what they wait for, with what is to be seen of them", () => {
    expect(server.nodes.map(({ id, kind, isTarget, isOptional }) => [id, kind, isTarget, isOptional])).toEqual([
      ["store", "component", false, false],
      ["look", "exec", false, true],
      ["rest", "exec", false, true],
      ["answer", "apiResponse", true, false],
      ["note", "expression", false, false],
    ]);
  });

  test("a way in for each method of a route, to what is bound to it, else to the target", () => {
    expect(server.entries).toEqual([
      { method: "GET", path: "/items", resources: ["answer"] },
      { method: "POST", path: "/items", resources: ["store"] },
      { method: undefined, path: "/health", resources: ["answer"] },
    ]);
  });

  test("an edge for each requires that leads somewhere, once", () => {
    const { nodes } = view(
      "settings: {}\nresources:\n  - { actionId: a, requires: [b, b, nowhere], exec: { command: x } }\n  - { actionId: b, requires: [a], exec: { command: x } }\n",
    );
    expect(nodes.map(({ id, requires }) => [id, requires])).toEqual([
      ["b", ["a"]],
      ["a", ["b"]],
    ]);
  });
});

test("what a chat offers as a tool hangs on the chat by a line of its own", () => {
  const chat = view(`
metadata: { name: tools }
settings: { targetActionId: ask }
resources:
  - actionId: ask
    chat: { model: small, prompt: hi, tools: [{ name: look, description: d, script: look }, { name: no, script: gone }] }
  - { actionId: look, exec: { command: echo } }
`);
  expect(chat.nodes.map(({ id, tools }) => [id, tools])).toEqual([
    ["ask", ["look"]],
    ["look", []],
  ]);
  expect(formatMermaid(chat)).toContain("  r0 -. tool .-> r1\n");
  expect(formatDot(chat)).toContain('  "ask" -> "look" [style=dashed, label=tool];\n');
  expect(formatSvg(chat)).toMatch(/<path [^>]*stroke-dasharray="2 3"/);
  expect(formatSvg(chat)).toContain("ask may call look");
  expect(JSON.parse(formatGraphJson(chat)).nodes[0].tools).toEqual(["look"]);
});

describe("mermaid", () => {
  test("shapes, edges, the target and what may be without a result", () => {
    const text = formatMermaid(server);
    expect(text).toContain('  e1>"POST /items"]:::entry\n');
    expect(text).toContain('  r0[/"store<br/>component memory"\\]:::component\n');
    expect(text).toContain("  e1 --> r0\n");
    expect(text).toContain("  r0 --> r3\n");
    expect(text).toContain("  style r3 stroke-width:4px\n");
    expect(text).toContain("  style r1 stroke-dasharray:6 4\n");
    expect(text).not.toContain("classDef chat");
  });

  test("names mean nothing to it", () => {
    const text = formatMermaid(hostile);
    const labels = text.split("\n").filter((line) => /^ {2}[er]0[^ ]/.test(line));
    expect(labels).toHaveLength(2);
    for (const label of labels) {
      const inside = label.slice(label.indexOf('"') + 1, label.lastIndexOf('"')).replaceAll("<br/>", "");
      expect(inside).not.toMatch(/["<>[]{}`\\&%]|#(?!\d+;)/);
    }
    expect(text.split("\n")[1]).toMatch(/^title: ".*"$/);
    expect(text).toContain("名前");
  });
});

describe("dot", () => {
  test("shapes, edges, the target and what may be without a result", () => {
    const text = formatDot(server);
    expect(text).toMatch(/^digraph "shop" \{\n/);
    expect(text).toMatch(/"answer" \[label="answer\\napiResponse".*penwidth=3\];/);
    expect(text).toMatch(/"look" \[.*style="filled,dashed"\];/);
    expect(text).toContain('  "entry 1" -> "store";\n');
    expect(text).toContain('  "look" -> "note";\n}\n');
  });

  test("names mean nothing to it", () => {
    for (const line of formatDot(hostile).trimEnd().split("\n")) {
      expect(line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "T")).toMatch(/^(?:digraph T \{| {2}[\w =[\],>;-]+|\})$/);
    }
  });
});

describe("json", () => {
  test("says the same", () => {
    const graph = JSON.parse(formatGraphJson(server));
    expect(graph).toMatchObject({ version: 1, name: "shop", server: true, target: "answer" });
    expect(graph.nodes[1]).toEqual({
      id: "look",
      name: null,
      kind: "exec",
      component: null,
      optional: true,
      items: false,
      requires: [],
      tools: [],
    });
    expect(graph.routes[2]).toEqual({ method: null, path: "/health", resources: ["answer"] });
  });
});

describe("svg", () => {
  test.each([
    ["a server workflow", server],
    ["names that mean something", hostile],
    ["nothing", { name: "", server: false, nodes: [], entries: [] }],
  ])("of %s is well-formed, has a title, and runs nothing", (_name, drawn) => {
    const text = formatSvg(drawn);
    const open: string[] = [];
    for (const [, slash, name = "", rest = ""] of text.matchAll(/<(\/?)(\w+)((?:\s+[\w:-]+="[^"<]*")*\s*\/?)>/g)) {
      expect(["svg", "title", "desc", "defs", "marker", "path", "rect", "g", "text"]).toContain(name);
      expect(rest).not.toMatch(/\son\w+=|href/i);
      if (slash === "/") expect(open.pop()).toBe(name);
      else if (!rest.endsWith("/")) open.push(name);
    }
    expect(open).toEqual([]);
    expect(text.replaceAll(/<\/?\w+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, "")).not.toMatch(
      /[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/,
    );
    expect(text).toMatch(/^<svg [^>]*role="img" aria-labelledby="title desc"/);
    expect(text).toMatch(/<title id="title">/);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("marks the target and what may be without a result, in words too", () => {
    const text = formatSvg(server);
    expect(text).toContain("<title>answer, apiResponse, target</title>");
    expect(text).toMatch(/<title>look, exec, may be without a result<\/title><rect [^>]*stroke-dasharray/);
    expect(text).toContain("5 resources; target answer; GET /items runs answer; POST /items runs store");
  });
});
