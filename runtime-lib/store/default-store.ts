import { join } from "node:path";
import { FlowError } from "../run/errors.ts";
import { homeFolder } from "../run/home-folder.ts";

/** The user's own store of runs. Throws preflight where there is no home folder. */
export function defaultStore(): string {
  const home = homeFolder();
  if (home === undefined)
    throw new FlowError("preflight", "there is no home folder to keep runs in; name a file for them");
  return join(home, ".flowc", "runs.db");
}
