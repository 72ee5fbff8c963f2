/** What both suites have in common. */
export const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Most tests wait for processes: a file at a time for each core leaves none idle.
  maxWorkers: "100%",
  // A worker loads the compiler once for all files that it runs; what a test changes of the process is undone behind it.
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  // What commands write is not shown, unless a test asks for it.
  env: { NODE_EXTRA_CA_CERTS: "", FLOWC_STEP_OUTPUT: "none" },
};
