import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleArguments, examplesFolder, neededVariables, surroundingsOf } from "../support/examples.ts";
import { flowc, type Outcome, temporaryFolder } from "../support/flowc.ts";
import { nodeProgram } from "../support/nodes.ts";
import { lacksProgram } from "../support/programs.ts";
import { type Runtime, type RuntimeProgram, runtimeName, runtimeProgram, runtimes } from "../support/runtimes.ts";
import { findStarter, type Start, type Starter } from "./starter.ts";
import { expectedAnswers, talk } from "./talk.ts";

/** What came of one example under one runtime. */
export type Cell =
  | { readonly kind: "ok"; readonly variables: readonly string[] }
  | { readonly kind: "skipped"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

/** A program, and how it is started without the power to write anywhere. */
interface Runner extends RuntimeProgram {
  readonly start: Starter;
}

/**
 * Runs bundles of examples, built once and copied with their addon only: from an empty folder that is read-only, as the
 * bundle's own is, with an environment that holds nothing but the variables that lead to the example's servers.
 */
export class Matrix {
  readonly #built = temporaryFolder();
  readonly #runners = new Map<Runtime, Runner | string>();

  /** Builds every example, in one go, and looks which runtimes are there. Throws where they do not build. */
  async prepare(): Promise<void> {
    const { stderr, code } = await flowc(["build", examplesFolder, "-o", this.#built.path]);
    if (code !== 0) throw new Error(`the examples do not build\n${stderr}`);
    for (const runtime of runtimes) this.#runners.set(runtime, await findRunner(runtime));
  }

  [Symbol.dispose](): void {
    this.#built[Symbol.dispose]();
  }

  async run(example: string, runtime: Runtime): Promise<Cell> {
    const runner = this.#runners.get(runtime) ?? "not prepared";
    if (typeof runner === "string") return { kind: "skipped", why: runner };
    if (lacksProgram(example)) return { kind: "skipped", why: "there is no python3" };
    using place = new Place(example, this.#built.path);
    const needed = neededVariables[example];
    const bare = needed === undefined ? undefined : await place.run(runner, { env: {} });
    if (bare !== undefined && !refuses(bare, needed ?? [])) return failed("with nothing in its environment", bare);
    await using surroundings = await surroundingsOf(example);
    const outcome = await place.run(runner, { env: { ...runner.env, ...surroundings.env } });
    const expected = readFileSync(join(examplesFolder, example, "expected.stdout"), "utf8");
    const { stdout, stderr, code } = outcome;
    if (stdout !== expected || stderr !== "" || code !== 0) return failed("it ended otherwise", outcome);
    const left = place.leftBehind();
    if (left.length > 0) return { kind: "failed", why: `it left behind ${left.join(", ")}` };
    return { kind: "ok", variables: Object.keys(surroundings.env) };
  }

  /** Starts the bundle of examples/api as the server that it is, asks it, and ends it with SIGTERM. */
  async serve(runtime: Runtime): Promise<Cell> {
    const runner = this.#runners.get(runtime) ?? "not prepared";
    if (typeof runner === "string") return { kind: "skipped", why: runner };
    using place = new Place("api", this.#built.path);
    let asked: ReturnType<typeof talk> | undefined;
    const started: Start["started"] = (child) => {
      asked = talk(child).catch((error) => [String(error)]);
    };
    const outcome = await place.run(runner, { env: {}, started }, ["--port", "0"]);
    const answers = await asked;
    const isLine = /^api listens on http:\/\/127\.0\.0\.1:\d+\n$/.test(outcome.stderr);
    if (outcome.stdout !== "" || !isLine || outcome.code !== 0) return failed("it ended otherwise", outcome);
    if (answers?.join("\n") === expectedAnswers.join("\n")) return { kind: "ok", variables: [] };
    return { kind: "failed", why: `it answered ${JSON.stringify(answers)}` };
  }
}

async function findRunner(runtime: Runtime): Promise<Runner | string> {
  const found = runtimeProgram(runtime);
  if (found === undefined) return `${runtimeName(runtime)} is not installed`;
  const start = await findStarter(nodeProgram(24) ?? process.execPath);
  return start === undefined ? "a read-only folder cannot be had" : { ...found, start };
}

/** Says in one line which variables are not set, and has not run. */
function refuses({ stdout, stderr, code }: Outcome, needed: readonly string[]): boolean {
  const isLine = /^error: [^\n]*\[preflight\]\n$/.test(stderr);
  return stdout === "" && code === 1 && isLine && needed.every((name) => stderr.includes(name));
}

function failed(what: string, { stdout, stderr, code, signal }: Outcome): Cell {
  return { kind: "failed", why: `${what}: ${JSON.stringify({ stdout, stderr, code, signal })}` };
}

/** The folders of one run: the bundle's and the working folder, which are read-only, and one for what it is given. */
class Place {
  readonly #folder = temporaryFolder();
  readonly #bundle: string;
  readonly #files: readonly string[];
  readonly #args: readonly string[];

  constructor(example: string, built: string) {
    const [bundle, empty, given] = ["bundle", "empty", "given"].map((name) => this.#path(name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [bundle, empty, given]) mkdirSync(folder);
    this.#bundle = join(bundle, `${example}.mjs`);
    this.#files = [`${example}.mjs`, ...addonsOf(join(built, `${example}.mjs`), built)];
    for (const name of this.#files) copyFileSync(join(built, name), join(bundle, name));
    // What commands write is not looked at.
    this.#args = [...exampleArguments(example, given), "--step-output", "none"];
    chmodSync(this.#folder.path, 0o755);
    chmodSync(given, 0o777);
    for (const folder of [bundle, empty]) chmodSync(folder, 0o555);
  }

  run({ program, args: before, start }: Runner, how: Omit<Start, "cwd">, args = this.#args): Promise<Outcome> {
    return start(program, [...before, this.#bundle, ...args], { ...how, cwd: this.#path("empty") });
  }

  /** What a run has left in folders that are read-only. */
  leftBehind(): readonly string[] {
    const isNew = (name: string) => !this.#files.includes(name);
    return [...readdirSync(this.#path("empty")), ...readdirSync(this.#path("bundle")).filter(isNew)];
  }

  #path(name: string): string {
    return join(this.#folder.path, name);
  }

  [Symbol.dispose](): void {
    for (const name of ["bundle", "empty"]) chmodSync(this.#path(name), 0o755);
    this.#folder[Symbol.dispose]();
  }
}

/** The addons that the bundle says were written with it. */
function addonsOf(bundle: string, built: string): readonly string[] {
  const [, provenance = ""] = readFileSync(bundle, "utf8").split("\n", 2);
  return readdirSync(built).filter((name) => name.endsWith(".node") && provenance.includes(`"${name}"`));
}
