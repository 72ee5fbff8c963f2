import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { Plan } from "../../nouns/plan.ts";
import { compose } from "./compose.ts";
import { dockerfile } from "./dockerfile.ts";
import { type ImageOptions, imageOf } from "./image.ts";

/** Names of what `dockerFiles` makes. */
export const imageFiles: ReadonlySet<string> = new Set(["Dockerfile", ".dockerignore", "compose.yaml"]);

/**
 * Dockerfile, .dockerignore and compose.yaml of a bundle, of which `files` are. The first line of each says what wrote
 * it and for which bundle. Throws where the checker or the command line should have refused.
 */
export function dockerFiles(
  plan: Plan,
  files: readonly OutputFile[],
  options: ImageOptions,
): readonly (OutputFile & { readonly kind: "text" })[] {
  const image = imageOf(plan, files, options);
  // A build replaces only files that begin with this line: it has to stay as it is from one flowc to the next.
  const head = `# Written by flowc build --docker for ${image.bundle}; the next build replaces it.\n`;
  const text = (name: string, content: string) =>
    ({ name, kind: "text", text: head + content, executable: false }) as const;
  const overrides = "# Put changes into compose.override.yaml, which docker compose reads too.\n";
  return [
    text("Dockerfile", dockerfile(image)),
    text(".dockerignore", ["*", ...image.copied.map((name) => `!${name}`), ""].join("\n")),
    text("compose.yaml", overrides + compose(image)),
  ];
}
