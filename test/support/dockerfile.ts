import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser, type PropertyInstruction } from "dockerfile-ast";
import { parse } from "yaml";

/** What a Dockerfile and its compose file say, as far as flowc writes it. */
export interface Recipe {
  /** What the build may see of its folder. */
  readonly context: readonly string[];
  /** The commands of RUN, as `sh -c` gets them. */
  readonly runs: readonly string[];
  readonly copies: readonly { readonly sources: readonly string[]; readonly destination: string }[];
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly workingFolder: string;
  readonly user: string;
  readonly stopSignal: string;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[] | undefined;
  readonly service: Service;
}

/** The service of a compose file. */
export interface Service {
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: readonly string[];
  readonly ports?: readonly string[];
  readonly platform?: string;
}

/** Reads the Dockerfile, .dockerignore and compose.yaml in a folder. */
export function readRecipe(folder: string): Recipe {
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const file = DockerfileParser.parse(text("Dockerfile"));
  const rest = (keyword: string) =>
    file
      .getInstructions()
      .filter((instruction) => instruction.getKeyword() === keyword)
      .map((instruction) => unfolded(instruction.getRawArgumentsContent() ?? ""));
  const properties = (instructions: readonly PropertyInstruction[]) =>
    Object.fromEntries(
      instructions.flatMap((instruction) =>
        instruction
          .getProperties()
          .map((property) => [property.getName(), (property.getValue() ?? "").replaceAll("\\$", "$")]),
      ),
    );
  const [ignored, ...kept] = text(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (ignored !== "*" || !kept.every((line) => line.startsWith("!")))
    throw new Error("the context holds more than named");
  const health = rest("HEALTHCHECK")[0];
  return {
    context: kept.map((line) => line.slice(1)),
    runs: rest("RUN").map((command) => command.replace(/^(?:--\S+\s+)+/, "")),
    copies: throughStages(
      rest("COPY").map((line) => {
        const words = line.split(/\s+/);
        return { sources: words.slice(0, -1), destination: words.at(-1) ?? "" };
      }),
    ),
    environment: properties(file.getENVs()),
    labels: properties(file.getInstructions().filter((one) => one.getKeyword() === "LABEL") as PropertyInstruction[]),
    volumes: rest("VOLUME").flatMap((line) => JSON.parse(line) as string[]),
    workingFolder: rest("WORKDIR").at(-1) ?? "/",
    user: rest("USER").at(-1) ?? "0:0",
    stopSignal: rest("STOPSIGNAL").at(-1) ?? "SIGTERM",
    entrypoint: JSON.parse(rest("ENTRYPOINT").at(-1) ?? "[]"),
    healthCheck: health && JSON.parse(health.slice(health.indexOf("CMD ") + 4)),
    service: parse(text("compose.yaml")).services.workflow,
  };
}

/** Copies into the image: what comes out of a stage came into it from the folder. The builder names no architecture. */
function throughStages(copies: Recipe["copies"]): Recipe["copies"] {
  const last = copies.filter(({ destination }) => destination === "/app/");
  return last.map(({ sources, destination }) => {
    const [from = ""] = sources;
    const inStage = copies.find((copy) => copy.destination === from.replace("${TARGETARCH:-any}", "any"));
    return { sources: inStage?.sources ?? sources, destination };
  });
}

/** An instruction on one line, as the builder reads it. */
function unfolded(text: string): string {
  return text.replaceAll(/\\[ \t]*\r?\n/g, "");
}
