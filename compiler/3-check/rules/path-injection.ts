import type { Splice } from "../taint/find-splices.ts";
import { reportSplices } from "../taint/report-splices.ts";
import type { Rule } from "./rule.ts";

const help = () => "check the value: … matches '^[A-Za-z0-9_-]+$', or … in ['a', 'b']";

/** Tainted text that leads out of a folder, or says which file or folder is used. */
export const pathInjection: Rule = (context) =>
  reportSplices("path-injection", context, {
    "path-start": { says: (source) => `lets ${source} choose any path`, help },
    "path-part": { says: (source, splice) => `lets ${source} lead out of ${folderOf(splice)}`, help },
  });

function folderOf({ before }: Splice): string {
  const folder = before.slice(0, before.lastIndexOf("/") + 1);
  return folder === "" || folder.includes("…") ? "the folder" : `"${folder}"`;
}
