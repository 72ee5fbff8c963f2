import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { flowcHere, runProgram } from "../support/flowc.ts";
import { completion } from "../support/model.ts";
import { type SeenRequest, serve } from "../support/server.ts";
import type { CorpusCase } from "./corpus-case.ts";
import { type Found, foundIn } from "./found-in.ts";
import { placeCase } from "./placed-case.ts";

/** What became of an attack. */
export interface Outcome {
  readonly attack: CorpusCase;
  readonly found: readonly Found[];
  /** Whether check reports a value from outside. */
  readonly reported: boolean;
  /** Whether flowc builds no bundle of it, as what it found is an error. */
  readonly isRefused: boolean;
  /** Whether the payload did what it is for: in a real run of the bundle. */
  readonly executed: boolean;
  /** What the run or the build said, for whoever looks into a case. */
  readonly said: string;
}

const aboutOutside = /^(?:\w+-injection|request-forgery|unanchored-check|not-followed)$/;

/** Checks an attack's workflow, builds it, and runs the bundle with the payload. */
export async function attack(attack: CorpusCase): Promise<Outcome> {
  using placed = placeCase(attack);
  const { folder } = placed;
  const found = await foundIn(folder);
  const reported = found.some(isAboutOutside);
  const built = await flowcHere(["build", ".", "-o", "dist"], { cwd: folder });
  if (built.code !== 0) return { attack, found, reported, isRefused: reported, executed: false, said: built.stderr };
  let given: CorpusCase = attack;
  await using server = await serve((request, response, index) => {
    for (const [name, value] of Object.entries(given.answerHeaders ?? {})) response.setHeader(name, value);
    return answerTo(given, request, index);
  });
  given = JSON.parse(
    JSON.stringify(attack).replaceAll("@HOST", server.host).replaceAll("@FOLDER", folder),
  ) as CorpusCase;
  const bundle = join(folder, "dist", readdirSync(join(folder, "dist")).find((file) => file.endsWith(".mjs")) ?? "");
  const { inputs, file, request } = given;
  const options = { inputs, request, file: file === undefined ? undefined : join(folder, file) };
  const { stdout, stderr } = await runProgram(
    join(import.meta.dirname, "run-bundle.ts"),
    [bundle, JSON.stringify(options)],
    {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
        HOME: folder,
        API: server.url,
        OPENAI_BASE_URL: `${server.url}/v1`,
        ...attack.env,
      },
    },
  );
  return {
    attack,
    found,
    reported,
    isRefused: false,
    executed: hasExecuted({ attack, folder, stdout, seen: server.seen }),
    said: stdout + stderr,
  };
}

/** Whether a finding is about a value from outside, and not about something else in the workflow. */
export function isAboutOutside({ code }: Found): boolean {
  return aboutOutside.test(code);
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
