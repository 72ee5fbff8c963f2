import type { Server } from "node:http";
import { FlowError } from "../run/errors.ts";

/** Connections that the system holds until they are taken. */
const backlog = 4_096;

/** Resolves when the server listens. Rejects with class infra where the port is in use or the address is not of this machine. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "the port is in use" : (error.code ?? "unknown error");
      reject(new FlowError("infra", `cannot listen on ${host}:${port}: ${reason}`, { cause: error }));
    });
    server.listen(port, host, backlog, () => resolve());
  });
}
