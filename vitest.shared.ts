/** What both suites have in common. */
export const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Most tests wait for processes: a file at a time for each core leaves none idle.
  maxWorkers: "100%",
  env: { NODE_EXTRA_CA_CERTS: "" },
};
