import type { DBOSSerializer, DLogger } from "@dbos-inc/dbos-sdk";

/** Everything is JSON already when it gets to the rows of DBOS. */
export const serializer: DBOSSerializer = {
  name: () => "flowc",
  stringify: (value) => JSON.stringify(value ?? null),
  parse: (text) => (text === null || text === undefined ? null : JSON.parse(text)),
};

/** The logger of DBOS: what is of use comes as a failure. */
export const noLogger: DLogger = { info: ignore, debug: ignore, warn: ignore, error: ignore };

function ignore(): void {}
