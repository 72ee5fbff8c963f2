import { executors } from "../../executors/list.ts";

type Row = readonly [name: string, meaning: string];

const ownVariables: readonly Row[] = [
  ["CI", "where it is set, no live progress: `run` shows each line of output"],
  ["FLOWC_LINTERS", "`off`: `check` asks neither Ruff nor ShellCheck, installed or not"],
  ["FLOWC_MCP_TOKEN", "the bearer token of `mcp --http`"],
  ["FLOWC_STEP_OUTPUT", "`full`, `failed` or `none`: what `run` shows without `--step-output`"],
  ["FORCE_COLOR", "colour, also without a terminal"],
  [
    "GITHUB_ACTIONS",
    "`true`: `check` prints annotations beside its text; `run` writes sections, annotations and the summary of the job",
  ],
  ["GITLAB_CI", "`true`: `run` writes sections that fold"],
  ["HOST, PORT", "where a server workflow listens, unless `--host` and `--port` say"],
  ["NO_COLOR", "no colour"],
  [
    "STATE_DIRECTORY",
    "where `--scheduled` keeps the time of its last run, if `catchUp` asks for it (default `~/.flowc/schedules`); systemd sets it",
  ],
  [
    "XDG_CACHE_HOME",
    "where bundles of `run` are kept, in `flowc` below it (default `~/.cache`; without a home nothing is kept)",
  ],
];

/** What flowc and its bundles read of the environment, by name; what executors read, they say themselves. */
export const environment: readonly Row[] = [
  ...ownVariables,
  ...executors.flatMap(({ environment: own = [] }) =>
    own.map(({ names, meaning }): Row => [names.join(", "), meaning]),
  ),
].sort(([first], [second]) => (first < second ? -1 : 1));

/** Files and folders with a meaning of their own. */
export const files: readonly (readonly [path: string, meaning: string])[] = [
  ["workflow.yaml", "the workflow of a folder; `workflow.yml` as well"],
  ["resources/**/*.yaml", "its resources, beside those in the workflow's file"],
  ["components/NAME/component.yaml", "a component that its resources can use"],
  ["flowc.config.yaml", "how `check` takes each code; beside the workflow or above"],
  ["dist/", "what `build` writes"],
  ["~/.cache/flowc/", "bundles of `run`, for 30 days, and compiled code"],
  ["~/.flowc/runs.db", "runs that `--record`, `--journal` and `settings.history` keep; see docs/runs.md"],
  ["~/.flowc/schedules/", "when workflows with `catchUp` last ran by their schedules; see docs/schedule.md"],
  ["~/.flowc/memory.db", "the component `memory` keeps its values there, unless a resource names another file"],
];

/** Exit codes beside those of the commands. */
export const otherExitCodes: readonly (readonly [code: string, meaning: string])[] = [
  ["2", "an unknown command, or a Node before 22"],
  ["70", "a bug in flowc: the text on standard error is what to report"],
];
