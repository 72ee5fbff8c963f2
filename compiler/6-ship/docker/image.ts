import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { ImageBuild } from "../../5-bundle/provenance-of.ts";
import type { Plan } from "../../nouns/plan.ts";
import { environmentNames } from "../environment-names.ts";
import { type DataFolder, dataFolders, home } from "./data-folders.ts";
import { type Installation, installation } from "./installation.ts";

/** What a container of a workflow is made of. */
export interface Image {
  /** File name of the bundle. */
  readonly bundle: string;
  /** All that is copied: the bundle, its addon, and the licences that have to go wherever their code goes. */
  readonly copied: readonly string[];
  /** Those of the files that are SQLite's addon: each is for one of Docker's architectures. */
  readonly addons: readonly { readonly name: string; readonly architecture: string }[];
  /** The base image. */
  readonly base: string;
  /** True where the user has named the base: then it is no other. */
  readonly fixedBase: boolean;
  /** As Docker names it; undefined where the image may be of any. */
  readonly platform: string | undefined;
  readonly title: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  readonly created: Date | undefined;
  /** Those that the user gives, by their full names. */
  readonly labels: Readonly<Record<string, string>>;
  readonly installation: Installation;
  /** Of a server workflow. */
  readonly server: { readonly port: number } | undefined;
  /** True where it takes runs from a database until it is stopped. */
  readonly isWorker: boolean;
  /** True where it speaks over standard input. */
  readonly interactive: boolean;
  /** What outlives a container. */
  readonly data: readonly DataFolder[];
  /** True where files of its memory or of SQLite may lie in other folders too. */
  readonly dataElsewhere: boolean;
  /** Names of environment variables that it reads and the image does not set. */
  readonly environment: readonly string[];
}

export interface ImageOptions extends ImageBuild {
  readonly target: "command" | "mcp" | "dbos";
}

/** What a bundle, of which `files` are, needs to run in a container. Throws for a platform that is not Linux. */
export function imageOf(plan: Plan, files: readonly OutputFile[], options: ImageOptions): Image {
  const { platform, target, created, base, labels = {} } = options;
  const [known, musl, architecture] = /^linux(musl)?(?:-(\w+))?$/.exec(platform) ?? [];
  if (known === undefined) throw new Error(`${platform} is not a platform of images`);
  const named = (ending: string) => files.flatMap(({ name }) => (name.endsWith(ending) ? [name] : []));
  const [[bundle = ""], addons] = [named(".mjs"), named(".node")];
  const { folders, elsewhere } = dataFolders(plan, home, target === "dbos");
  return {
    bundle,
    copied: [bundle, ...addons, ...named(".licenses.txt")],
    addons: addons.map((name) => ({ name, architecture: dockerName(name.replace(/^.*-|\.node$/g, "")) })),
    base: base ?? (musl === undefined ? "node:24-slim" : "node:24-alpine"),
    fixedBase: base !== undefined,
    platform: architecture && `linux/${dockerName(architecture)}`,
    title: plan.name,
    description: plan.description,
    version: plan.version,
    created,
    labels,
    installation: installation(plan, musl === undefined ? "debian" : "alpine"),
    server: plan.server && target === "command" ? serverOf(plan) : undefined,
    isWorker: target === "dbos",
    interactive: target === "mcp",
    data: folders,
    dataElsewhere: elsewhere,
    environment: environmentNames(plan, target),
  };
}

/** What Docker calls a processor that Node knows by this name. */
function dockerName(architecture: string): string {
  return architecture === "x64" ? "amd64" : architecture;
}

function serverOf({ apiServer }: Plan): NonNullable<Image["server"]> {
  // A port that the system chooses could not be published.
  return { port: apiServer?.port || 16_395 };
}
