import type { Data, Simulation } from "../../nouns/simulation.ts";
import { anyType, intType, mapType, stringType } from "../../nouns/value-type.ts";
import { fieldsOf } from "../process-simulation.ts";
import { httpExploration } from "./exploration.ts";

const asks = { method: stringType, url: stringType, headers: mapType, body: anyType };

/** A request that is not sent: the answer of its server is given. */
export const httpSimulation: Simulation = {
  kind: "httpClient",
  fields: { value: anyType, statusCode: intType, headers: mapType, body: anyType },
  bare: { maps: false, lists: false },
  asks,
  asked: (request) => ({
    ...fieldsOf(request, Object.keys(asks)),
    headers: ownHeaders((request["headers"] ?? {}) as Readonly<Record<string, string>>),
  }),
  answer: ({ value, statusCode = 200, headers = {}, body = value }, { url }) => {
    const isText = typeof body === "string";
    const given = Object.entries(headers as Data).map(([name, text]) => [name.toLowerCase(), String(text)]);
    const type =
      body === undefined || body === null ? {} : { "content-type": isText ? "text/plain" : "application/json" };
    const bytes = Buffer.from(isText ? body : body === undefined || body === null ? "" : JSON.stringify(body));
    return { statusCode, headers: { ...type, ...Object.fromEntries(given) }, bytes, url: new URL(String(url)) };
  },
  recorded: (answer) => {
    const { statusCode, headers, bytes } = answer as { statusCode: number; headers: Data; bytes: Buffer };
    const type = String(headers["content-type"] ?? "");
    const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
    return { statusCode, headers: Object.fromEntries(kept), body: bodyOf(type, bytes) };
  },
  example: (id) => `${id}: { statusCode: 200, body: { … } }`,
  exploration: httpExploration,
};

/** Headers of an answer that are about its way, and differ from run to run. */
const ofConnection = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "content-encoding",
]);

/** Headers that flowc adds to every request; the boundary of a form differs from run to run. */
function ownHeaders(headers: Readonly<Record<string, string>>): Data {
  const added = new Set(["accept-encoding", "user-agent", "content-length"]);
  const own = Object.entries(headers).filter(
    ([name, value]) => !added.has(name) && !(name === "accept" && value === "*/*"),
  );
  return Object.fromEntries(
    own.map(([name, value]) => [name, value.replace(/boundary=flowc-[\da-f-]+/, "boundary=…")]),
  );
}

function bodyOf(type: string, bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  if (!/[/+]json\b/i.test(type) || text.trim() === "") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
