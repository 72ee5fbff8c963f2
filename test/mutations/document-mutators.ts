import { executors } from "../../compiler/executors/list.ts";
import type { Node } from "../../compiler/nouns/node.ts";
import { type Case, type EntrySite, rawText } from "./case.ts";
import { type Mutation, type Mutator, mutation, typo } from "./mutation.ts";

/** Mistakes in the YAML and in the shape of documents. */
export const documentMutators: readonly Mutator[] = [
  {
    kind: "typo in a document key",
    fixable: true,
    mutations: (clean, random) =>
      fixedKeys(clean).flatMap((site) => {
        const known = [
          ...clean.entries.map(({ entry }) => entry.key),
          ...executorKeys,
          "skip",
          "check",
          "with",
          "when",
        ];
        const wrong = plainKey(site) ? typo(site.entry.key, known, random) : undefined;
        return wrong === undefined ? [] : [replaceKey(site, wrong)];
      }),
  },
  {
    kind: "typo in an executor key",
    fixable: true,
    mutations: (clean, random) =>
      clean.entries
        .filter((site) => executorKeys.has(site.entry.key) && isBlock(site) && plainKey(site))
        .flatMap((site) => {
          const wrong = typo(site.entry.key, executorKeys, random);
          return wrong === undefined ? [] : [replaceKey(site, wrong)];
        }),
  },
  {
    kind: "unknown key",
    mutations: (clean) =>
      fixedKeys(clean)
        .filter(isOnOneLine)
        .map((site) => insertLine(site, "flavour: sweet", ["unknown-key"])),
  },
  {
    kind: "duplicated key",
    mutations: (clean) =>
      clean.entries.filter(isOnOneLine).map((site) => {
        const line = rawText(site.source, { start: site.entry.keySpan.start, end: lineEnd(site) });
        return insertLine(site, line, ["duplicate-key"]);
      }),
  },
  {
    kind: "bad duration",
    mutations: (clean, random) =>
      scalars(clean, (key) => key === "timeout" || key === "retryDelay").map((site) => {
        const bad = ["10 seconds", "10x", "soon", "-5s", "1h30"][Math.floor(random() * 5)] ?? "";
        return mutation(site.source, { ...range(site.entry.value), text: bad }, ["invalid-duration"]);
      }),
  },
  {
    kind: "number without a unit as duration",
    mutations: (clean) =>
      scalars(clean, (key) => key === "timeout" || key === "retryDelay").map((site) =>
        mutation(site.source, { ...range(site.entry.value), text: "30" }, ["invalid-duration", "schema"]),
      ),
  },
  {
    kind: "wrong api version",
    mutations: (clean) =>
      scalars(clean, (key) => key === "apiVersion").map((site) =>
        mutation(site.source, { ...range(site.entry.value), text: "flowc/v2" }, ["api-version"]),
      ),
  },
  {
    kind: "missing target",
    mutations: (clean) =>
      clean.entries
        .filter(({ entry, path }) => entry.key === "targetActionId" && path.length === 2)
        .map((site) => ({
          ...removeLine(site),
          codes: ["missing-target", "schema"] as const,
          at: [clean.workflow.span.start, Math.max(0, site.source.text.indexOf("settings:"))],
        })),
  },
  {
    kind: "missing command",
    mutations: (clean) =>
      clean.entries
        .filter((site) => site.entry.key === "command" && site.path.at(-2) === "exec" && isOnOneLine(site))
        .filter(
          ({ map, source }) => isPlainMap(source.text.slice(map.span.start, map.span.end)) && map.entries.length > 1,
        )
        .map((site) => ({ ...removeLine(site), codes: ["schema" as const], at: wholeMap(site) })),
  },
  {
    kind: "a map where text belongs",
    mutations: (clean) =>
      scalars(clean, (key) => ["command", "name", "workingDir", "targetActionId", "actionId"].includes(key))
        .filter(isBlock)
        .map((site) => mutation(site.source, { ...range(site.entry.value), text: "{ text: x }" }, ["schema"])),
  },
  {
    kind: "text where a list belongs",
    mutations: (clean) =>
      clean.entries
        .filter(({ entry, source }) => entry.key === "requires" && source.text[entry.value.span.start] === "[")
        .map((site) => {
          const list = site.entry.value;
          const first = list.kind === "sequence" ? list.items[0] : undefined;
          const text = first === undefined ? "x" : rawText(site.source, first.span);
          return mutation(site.source, { ...range(list), text }, ["schema"]);
        }),
  },
  {
    kind: "texts with commas where a list belongs",
    mutations: (clean) =>
      clean.entries.flatMap(({ entry: { key, value }, source }) => {
        if (key !== "requires" || source.text[value.span.start] !== "[") return [];
        const text = rawText(source, value.span).slice(1, -1);
        return text.includes(",") ? [mutation(source, { ...range(value), text: `"${text}"` }, ["schema"])] : [];
      }),
  },
  {
    kind: "a list where text belongs",
    mutations: (clean) =>
      scalars(clean, (key) => ["command", "name", "workingDir", "targetActionId", "actionId", "timeout"].includes(key))
        .filter(isBlock)
        .map((site) =>
          mutation(site.source, { ...range(site.entry.value), text: "[x]" }, ["schema", "invalid-duration"]),
        ),
  },
  {
    kind: "an id in capitals",
    fixable: true,
    mutations: (clean) =>
      clean.entries.flatMap(({ entry: { key, value }, source }) => {
        if (key !== "requires" || value.kind !== "sequence") return [];
        return value.items.flatMap((item) => {
          const text = rawText(source, item.span).toUpperCase();
          const isOther = text !== rawText(source, item.span) && text.length > 1;
          return isOther ? [mutation(source, { ...range(item), text }, ["unknown-dependency"])] : [];
        });
      }),
  },
  {
    kind: "a key one level too high",
    mutations: (clean) =>
      clean.entries.flatMap((site) => {
        const { source, entry, path } = site;
        const block = clean.entries.find(({ entry: { value } }) => value === site.map);
        const isWrong = ["timeout", "env", "args", "with"].includes(entry.key) && executorKeys.has(path.at(-2) ?? "");
        const isLast = site.map.entries.length > 1 && site.map.entries.at(-1) === entry;
        if (!isWrong || block === undefined || !isOnOneLine(site) || !isLast) return [];
        const start = entry.keySpan.start - column(site);
        return [
          mutation(source, { start, end: entry.keySpan.start, text: " ".repeat(column(block)) }, ["unknown-key"]),
        ];
      }),
  },
  {
    kind: "text where a number or bool belongs",
    mutations: (clean) =>
      scalars(clean, (key) => ["concurrency", "maxRetries", "backoff", "strict", "apiServerMode", "code"].includes(key))
        .filter(({ path }) => !path.includes("response") && !path.includes("fallback"))
        .map((site) =>
          mutation(site.source, { ...range(site.entry.value), text: "several" }, ["schema", "invalid-duration"]),
        ),
  },
  {
    kind: "typo in a fixed word",
    fixable: true,
    mutations: (clean, random) =>
      scalars(clean, (key) => key === "action" || key === "kind").flatMap((site) => {
        const word = rawText(site.source, site.entry.value.span);
        const wrong = typo(word, [], random);
        if (wrong === undefined || !/^\w+$/.test(word)) return [];
        const codes = site.path.includes("with") ? (["component-input"] as const) : (["unknown-value"] as const);
        return [mutation(site.source, { ...range(site.entry.value), text: wrong }, codes)];
      }),
  },
  {
    kind: "no space after a colon",
    mutations: (clean) =>
      fixedKeys(clean)
        .filter((site) => isOnOneLine(site) && site.source.text.startsWith(": ", site.entry.keySpan.end))
        .map((site) => {
          const at = site.entry.keySpan.end + 1;
          return { ...mutation(site.source, { start: at, end: at + 1, text: "" }, notAKey), at: around(site) };
        }),
  },
  {
    kind: "missing colon",
    mutations: (clean) =>
      fixedKeys(clean)
        .filter((site) => isOnOneLine(site) && site.source.text.startsWith(": ", site.entry.keySpan.end))
        .map((site) => {
          const at = site.entry.keySpan.end;
          return { ...mutation(site.source, { start: at, end: at + 1, text: "" }, notAKey), at: around(site) };
        }),
  },
  {
    kind: "tab as indentation",
    mutations: (clean) =>
      fixedKeys(clean).flatMap((site) => {
        const start = site.source.text.lastIndexOf("\n", site.entry.keySpan.start) + 1;
        const indent = rawText(site.source, { start, end: site.entry.keySpan.start });
        if (!/^ +$/.test(indent)) return [];
        return [
          mutation(site.source, { start, end: site.entry.keySpan.start, text: "\t" }, ["yaml-syntax"], start + 1),
        ];
      }),
  },
  {
    kind: "one space too much",
    mutations: (clean) =>
      fixedKeys(clean).flatMap((site) => {
        const index = site.map.entries.indexOf(site.entry);
        const start = site.source.text.lastIndexOf("\n", site.entry.keySpan.start) + 1;
        const indent = rawText(site.source, { start, end: site.entry.keySpan.start });
        const before = site.map.entries[index - 1]?.value;
        if (
          index < 1 ||
          !isPlainMap(rawText(site.source, site.map.span)) ||
          !/^ *$/.test(indent) ||
          before?.kind !== "scalar" ||
          before.style === "block"
        )
          return [];
        return [mutation(site.source, { start, end: start, text: " " }, ["yaml-syntax"], start + 1)];
      }),
  },
  {
    kind: "one space too few",
    mutations: (clean) =>
      fixedKeys(clean).flatMap((site) => {
        const { text } = site.source;
        const start = text.lastIndexOf("\n", site.entry.keySpan.start) + 1;
        const indent = rawText(site.source, { start, end: site.entry.keySpan.start });
        const index = site.map.entries.indexOf(site.entry);
        if (!/^ +$/.test(indent) || !isPlainMap(rawText(site.source, site.map.span)) || index < 1) return [];
        return [mutation(site.source, { start, end: start + 1, text: "" }, ["yaml-syntax"])];
      }),
  },
  {
    kind: "nothing where a value belongs",
    mutations: (clean) =>
      scalars(clean, (key) => ["command", "targetActionId", "actionId", "timeout"].includes(key))
        .filter((site) => isBlock(site) && !/^[&*]/.test(rawText(site.source, site.entry.value.span)))
        .filter((site) => isPlainMap(rawText(site.source, site.map.span)))
        .map((site) =>
          mutation(site.source, { ...range(site.entry.value), text: "" }, [
            "schema",
            "missing-target",
            "invalid-duration",
          ]),
        ),
  },
  {
    kind: "method of a route misspelt",
    fixable: true,
    mutations: (clean, random) =>
      clean.entries.flatMap(({ source, entry, path }) => {
        if (entry.key !== "methods" || entry.value.kind !== "sequence" || !path.includes("apiServer")) return [];
        return entry.value.items.flatMap((item) => {
          const wrong = typo(rawText(source, item.span), ["PUT", "POST", "PATCH"], random);
          return wrong === undefined ? [] : [mutation(source, { ...range(item), text: wrong }, ["invalid-http"])];
        });
      }),
  },
  {
    kind: "quote of a text never closed",
    mutations: (clean) =>
      quoted(clean).map((node) => {
        const { source, end } = node.span;
        return mutation(source, { start: end - 1, end, text: "" }, ["yaml-syntax"], node.span.start);
      }),
  },
  {
    kind: "unquoted template",
    fixable: true,
    mutations: (clean) =>
      quoted(clean).flatMap((node) => {
        const { source, start, end } = node.span;
        const inner = source.text.slice(start + 1, end - 1);
        if (!/^\{\{[^\\\n]*\}\}$/.test(inner) || (inner.match(/\{\{/g) ?? []).length > 1) return [];
        return [mutation(source, { start, end, text: inner }, ["yaml-syntax"])];
      }),
  },
  {
    kind: "bracket never closed",
    mutations: (clean) =>
      clean.entries.flatMap(({ source, entry: { value } }) => {
        if (value.kind === "scalar" || !/[\]}]/.test(source.text[value.span.end - 1] ?? "")) return [];
        const start = value.span.end - 1;
        const change = mutation(source, { start, end: start + 1, text: "" }, ["yaml-syntax"], value.span.start);
        return [{ ...change, at: [value.span.start, start, Math.min(start + 2, source.text.length)] }];
      }),
  },
];

const executorKeys: ReadonlySet<string> = new Set(executors.map(({ key }) => key));
const notAKey = ["yaml-syntax", "schema", "unknown-key"] as const;

/** Keys below which any key may stand. */
const free = new Set([
  ...["env", "with", "response", "headers", "inputs", "properties", "fallback", "sqlConnections"],
  ...["parameters", "jsonSchema", "query", "data", "form", "body", "params"],
]);

function fixedKeys({ entries }: Case): readonly EntrySite[] {
  return entries.filter(
    ({ path }) => !path.slice(0, -1).some((key) => free.has(key)) && !executorKeys.has(path.at(-1) ?? ""),
  );
}

/** Whether the text is of a map that is not a flow map, and without anchors, aliases and merges. */
export function isPlainMap(text: string): boolean {
  return !text.startsWith("{") && !/(?:: |- )[&*]\w|<<:/.test(text);
}

function plainKey({ entry, source }: EntrySite): boolean {
  return rawText(source, entry.keySpan) === entry.key;
}

function isBlock({ path }: EntrySite): boolean {
  return path.every((key) => !free.has(key));
}

function replaceKey({ source, entry }: EntrySite, text: string): Mutation {
  return mutation(source, { ...entry.keySpan, text }, ["unknown-key"]);
}

/** Fields whose value is a scalar on its own line, or in a flow map. */
function scalars(clean: Case, test: (key: string) => boolean): readonly EntrySite[] {
  return clean.entries.filter(
    ({ entry }) =>
      test(entry.key) &&
      entry.value.kind === "scalar" &&
      entry.value.style !== "block" &&
      entry.value.span.start >= entry.keySpan.end,
  );
}

function range({ span: { start, end } }: Node): { readonly start: number; readonly end: number } {
  return { start, end };
}

/** True where the entry is one line of a block map, and all that is on it. */
function isOnOneLine({ source, entry, map }: EntrySite): boolean {
  const { start } = entry.keySpan;
  const line = source.text.slice(source.text.lastIndexOf("\n", start) + 1, start);
  const { value } = entry;
  return (
    /^ *(?:- +)*$/.test(line) &&
    source.text[map.span.start] !== "{" &&
    value.kind === "scalar" &&
    value.style !== "block" &&
    value.span.end <= lineEnd({ source, entry })
  );
}

function lineEnd({ source, entry }: Pick<EntrySite, "source" | "entry">): number {
  const end = source.text.indexOf("\n", entry.keySpan.start);
  return end === -1 ? source.text.length : end;
}

function column({ source, entry }: EntrySite): number {
  return entry.keySpan.start - source.text.lastIndexOf("\n", entry.keySpan.start) - 1;
}

/** Inserts a line below that of an entry; the finding is on it. */
function insertLine(site: EntrySite, line: string, codes: Mutation["codes"]): Mutation {
  const at = lineEnd(site) + 1;
  return mutation(site.source, { start: at, end: at, text: `${" ".repeat(column(site))}${line}\n` }, codes);
}

/** Removes the line of an entry; where it follows a dash, the next entry takes its place. */
function removeLine(site: EntrySite): Mutation {
  const { source, entry } = site;
  const lineStart = source.text.lastIndexOf("\n", entry.keySpan.start) + 1;
  const follows = source.text.slice(lineStart, entry.keySpan.start).includes("-");
  const edit = follows
    ? { start: entry.keySpan.start, end: lineEnd(site) + 1 + column(site) }
    : { start: lineStart, end: lineEnd(site) + 1 };
  return mutation(source, { ...edit, text: "" }, []);
}

function wholeMap({ map }: EntrySite): readonly number[] {
  return map.entries.map(({ keySpan }) => keySpan.start);
}

/** The line itself, those beside it, where YAML sees what follows from it. */
function around(site: EntrySite): readonly number[] {
  return [site.entry.keySpan.start];
}

function quoted(clean: Case): readonly Node[] {
  const found = new Set<Node>();
  const collect = (node: Node): void => {
    if (node.kind === "sequence") node.items.forEach(collect);
    else if (node.kind === "scalar" && node.style === "quoted") found.add(node);
  };
  for (const { entry } of clean.entries) collect(entry.value);
  return [...found].filter((node) => !rawText(node.span.source, node.span).includes("\n"));
}
