import type { Flag } from "../command/flags.ts";

/** Options of bundles that can keep their runs, and of `flowc run`. */
export const storeFlags = {
  record: {
    optionalValue: "FOLDER",
    description: "keep events, output and results of the run, in ~/.flowc/runs.db or FOLDER/runs.db",
  },
  journal: {
    optionalValue: "FILE",
    description: "keep what the run has done, in ~/.flowc/runs.db or FILE, so that it can be resumed",
  },
  run: { value: "ID", description: "beside --journal: name the run; one that is there already goes on" },
  from: {
    value: "ID",
    description: "beside --of: run this resource and what depends on it; take the rest from a recorded run",
  },
  of: { value: "RUN", description: "that run: its id, the beginning of it, or last" },
} as const satisfies Readonly<Record<string, Flag>>;
