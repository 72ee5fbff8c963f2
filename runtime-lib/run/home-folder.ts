import { homedir } from "node:os";
import { resolve } from "node:path";

/** The user's home folder; undefined where there is none, as in a container that runs under a bare number. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return home === "" ? undefined : resolve(home);
  } catch {
    return undefined;
  }
}
