import type { Data, Simulation } from "../nouns/simulation.ts";
import { anyType, intType, stringType } from "../nouns/value-type.ts";

/** What a command and a script have in common, simulated: an exit, and text that was written. */
export const processSimulation = {
  fields: { value: anyType, stdout: stringType, stderr: stringType, exitCode: intType, signal: stringType },
  answer: ({ value, stdout = value, stderr = "", exitCode = 0, signal = null }) => ({
    code: signal === null ? exitCode : null,
    signal,
    stdout: written(stdout),
    stderr: written(stderr),
  }),
  recorded: (answer) => {
    const { code, signal, stdout, stderr } = answer as ChildEnd;
    const [out, err] = [stdout.text(), stderr.text()];
    if (code === 0 && err === "") return out;
    return {
      stdout: out,
      ...(err !== "" && { stderr: err }),
      ...(signal === null ? code !== 0 && { exitCode: code } : { signal }),
    };
  },
  timeoutMs: ({ timeoutMs }) => timeoutMs as number | undefined,
} as const satisfies Partial<Simulation>;

/** The fields of a request that are there, of these. */
export function fieldsOf(request: Data, names: readonly string[]): Data {
  return Object.fromEntries(
    names.flatMap((name) => (request[name] === undefined || request[name] === null ? [] : [[name, request[name]]])),
  );
}

interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: { text(): string };
  readonly stderr: { text(): string };
}

/** Text as it is, all else as the JSON that a program would print. */
function written(value: unknown): { text(): string; end(bytes: number): string } {
  const printed =
    typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  const text = printed.replace(/\r?\n$/, "");
  return { text: () => text, end: (bytes) => text.slice(-bytes) };
}
