import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { flowcHere, runProgram } from "../support/flowc.ts";
import { completion } from "../support/model.ts";
import { hasProgram } from "../support/programs.ts";
import { type SeenRequest, serve } from "../support/server.ts";
import type { CorpusCase } from "./corpus-case.ts";
import { type Found, foundIn, isAboutOutside } from "./found-in.ts";
import { placeCase } from "./placed-case.ts";

/**
 * What became of an attack: its payload did what it is for, or did not; flowc builds no bundle of it, as what it found is
 * an error; or the machine lacks a program that it needs.
 */
export type AttackState = "executed" | "harmless" | "refused" | "untried";

/** An attack that was made. */
export interface Attacked {
  readonly attack: CorpusCase;
  readonly found: readonly Found[];
  /** Whether check reports a value from outside. */
  readonly isReported: boolean;
  readonly state: AttackState;
  /** What the run or the build said, for whoever looks into a case. */
  readonly said: string;
}

/** Checks an attack's workflow, builds it, and runs the bundle with the payload. */
export async function makeAttack(attack: CorpusCase): Promise<Attacked> {
  using placed = placeCase(attack);
  const found = await foundIn(placed.folder);
  const isReported = found.some(isAboutOutside);
  const end = (state: AttackState, said: string) => ({ attack, found, isReported, state, said });
  const lacking = attack.needs?.find((program) => !hasProgram(program));
  if (lacking !== undefined) return end("untried", `${lacking} is not there`);
  const built = await flowcHere(["build", ".", "-o", "dist"], { cwd: placed.folder });
  if (built.code !== 0) return end(isReported ? "refused" : "harmless", built.stderr);
  const { hasExecuted, said } = await run(attack, placed.folder);
  return end(hasExecuted ? "executed" : "harmless", said);
}

/** Runs the bundle in `dist/`, with the servers that it asks. */
async function run(attack: CorpusCase, folder: string) {
  let given = attack;
  await using server = await serve((request, response, index) => {
    for (const [name, value] of Object.entries(given.answerHeaders ?? {})) response.setHeader(name, value);
    return answerTo(given, request, index);
  });
  const filled = JSON.stringify(attack).replaceAll("@HOST", server.host).replaceAll("@FOLDER", folder);
  given = JSON.parse(filled) as CorpusCase;
  const bundle = readdirSync(join(folder, "dist")).find((file) => file.endsWith(".mjs")) ?? "";
  const { inputs, request, file } = given;
  const options = { inputs, request, file: file === undefined ? undefined : join(folder, file) };
  const env = {
    ...process.env,
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    HOME: folder,
    API: server.url,
    OPENAI_BASE_URL: `${server.url}/v1`,
    ...given.env,
  };
  const { stdout, stderr } = await runProgram(
    join(import.meta.dirname, "run-bundle.ts"),
    [join(folder, "dist", bundle), JSON.stringify(options)],
    { cwd: folder, env },
  );
  return { hasExecuted: hasExecuted({ attack, folder, stdout, seen: server.seen }), said: stdout + stderr };
}

interface Traces {
  readonly attack: CorpusCase;
  readonly folder: string;
  readonly stdout: string;
  readonly seen: readonly SeenRequest[];
}

function hasExecuted({ attack: { makes, shows, receives }, folder, stdout, seen }: Traces): boolean {
  if (shows !== undefined) return stdout.includes(shows);
  if (receives !== undefined) return seen.some((request) => requestText(request).includes(receives));
  return existsSync(join(folder, makes ?? "pwned"));
}

/** `GET /path`, a line for each header, an empty line and the body. */
function requestText({ method, path, headers, body }: SeenRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, ...lines, "", body].join("\n");
}

function answerTo({ answers = {}, model = [] }: CorpusCase, { path }: SeenRequest, index: number): unknown {
  if (path === "/v1/chat/completions") return completion(model[Math.min(index, model.length - 1)] ?? "");
  return answers[path] ?? {};
}
