import type { RunEffects } from "./effects.ts";
import type { EventSink } from "./events.ts";
import type { RunRequest } from "./state.ts";

/** An option that a program gives: its type as a bundle's declarations write it, and what they say of it. */
export interface CallerOption {
  readonly type: keyof OptionTypes;
  readonly about: string;
}

/** The types of options as declarations write them, and what they are here. */
interface OptionTypes {
  readonly string: string;
  readonly number: number;
  readonly object: RunEffects;
  readonly Inputs: Readonly<Record<string, unknown>>;
  readonly RunRequest: RunRequest;
  readonly AbortSignal: AbortSignal;
  readonly "(event: FlowEvent) => void": EventSink;
  readonly "(line: string) => void": (line: string) => void;
  readonly '"text" | "json"': "text" | "json";
}

/** What a program that gives the options of such a table gives. */
export type Given<Table extends Readonly<Record<string, CallerOption>>> = {
  readonly [Name in keyof Table]?: OptionTypes[Table[Name]["type"]] | undefined;
};

const onEvent = { type: "(event: FlowEvent) => void", about: "Takes each event." } as const;
const onDetail = {
  type: "(event: FlowEvent) => void",
  about:
    "Takes `resource.output`, a line that a command or script writes, and `resource.items`, how many items are done.",
} as const;
const folder = {
  type: "string",
  about: "Folder of the workflow's files: `info('dir')`. Default: the bundle's own.",
} as const;

/** What programs give to `run`, from which the types of the library and of bundles are made. */
export const runOptions = {
  inputs: { type: "Inputs", about: "Inputs by name." },
  file: { type: "string", about: "Path of the input file: `get('file')`." },
  signal: {
    type: "AbortSignal",
    about: "Aborting it cancels the run: child processes are ended and `run` rejects with the signal's reason.",
  },
  onEvent,
  onDetail,
  request: { type: "RunRequest", about: "The request that the run answers." },
  only: {
    type: "string",
    about: "Id of the one resource that is wanted: it runs with all that it needs, and its value is the result.",
  },
  runId: { type: "string", about: "Id of the run, in its events and `info('runId')`. Default: a new UUID." },
  folder,
  effects: { type: "object", about: "What stands in for the world: `simulate` of `flowc/test` gives it." },
} as const satisfies Readonly<Record<string, CallerOption>>;

/** The same for `serve`. */
export const serveOptions = {
  host: { type: "string", about: "Address to listen on. Default: `settings.apiServer.hostIp`, else 127.0.0.1." },
  port: {
    type: "number",
    about: "Port to listen on; 0 takes a free one. Default: `settings.apiServer.portNum`, else 16395.",
  },
  onEvent,
  onDetail,
  log: { type: "(line: string) => void", about: "Takes a line for each answered request." },
  logFormat: { type: '"text" | "json"', about: 'Of these lines. Default: "text".' },
  folder,
} as const satisfies Readonly<Record<string, CallerOption>>;
