import type { KnipConfig } from "knip";

const config: KnipConfig = {
  entry: [
    "compiler/main.ts",
    "compiler/languages/sql/postgres-child/child.ts",
    "grammar/expression.peggy",
    "runtime-lib/index.ts",
    // What build.ts and bundles put in the place of parts of packages.
    "runtime-lib/mcp/shims.ts",
    "runtime-lib/sql/left-out.ts",
    "runtime-lib/validators/*.ts",
    "test/**/*.test.ts",
    "test/3-check/rules/*.twin.ts",
    "test/support/executor-echo/*.ts",
    "test/corpora/report.ts",
    "test/corpora/run-bundle.ts",
    "bench/*.ts",
    "bench/scripts/*.ts",
    ".ci/*.ts",
  ],
  project: ["**/*.ts", "grammar/*.peggy"],
  // The peers of the measurements are installed in bench/ alone.
  ignore: ["test/fixtures/**", "bench/expressions/**"],
  // Asked for by the path of a file in them.
  ignoreDependencies: ["postject", "@actions/workflow-parser", "tree-sitter-bash", "tree-sitter-python"],
  ignoreBinaries: [".*"],
  // Types that say what an exported function takes or gives.
  ignoreExportsUsedInFile: { interface: true, type: true },
  compilers: {
    // The parser is generated into compiler/2-parse/generated/, and what it imports is named from there.
    peggy: (text) =>
      [...text.matchAll(/^ *import .*;$|\bmistakes\.\w+/gm)]
        .map(([code]) => code.replace('"../', '"../compiler/2-parse/'))
        .join("\n"),
  },
};

export default config;
