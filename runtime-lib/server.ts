import { serve } from "./serve.ts";
import { serveCommand } from "./serve-command.ts";

/** What the bundle of a server workflow has beside all others. */
export interface Server {
  readonly serve: typeof serve;
  readonly command: typeof serveCommand;
}

/** Emitted modules of server workflows name it, so that it is in no other bundle. */
export const server: Server = { serve, command: serveCommand };
