import { serveCommand } from "../command/serve.ts";
import { fetchOf } from "./fetch.ts";
import { answerGiven, answerInProgram } from "./given.ts";
import { healthcheck } from "./healthcheck.ts";
import { serve } from "./serve.ts";

/** What the bundle of a server workflow has beside all others. */
export interface Server {
  readonly serve: typeof serve;
  readonly command: typeof serveCommand;
  readonly answer: typeof answerGiven;
  readonly run: typeof answerInProgram;
  readonly fetch: typeof fetchOf;
  readonly healthcheck: typeof healthcheck;
  /** Follows the help of other bundles. */
  readonly help: string;
}

/** Emitted modules of server workflows name it, so that it is in no other bundle. */
export const server: Server = {
  serve,
  command: serveCommand,
  answer: answerGiven,
  run: answerInProgram,
  fetch: fetchOf,
  healthcheck,
  help: "\n\ncommands:\n  healthcheck  ask the running server whether it is well; --port NUMBER chooses among several",
};
