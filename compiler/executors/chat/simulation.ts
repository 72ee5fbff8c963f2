import type { Data, Simulation } from "../../nouns/simulation.ts";
import { anyType, arrayOf, floatType, mapType, stringType } from "../../nouns/value-type.ts";
import { fieldsOf } from "../process-simulation.ts";
import { chatExploration } from "./exploration.ts";

const asks = {
  model: stringType,
  prompt: stringType,
  messages: arrayOf(mapType),
  tools: arrayOf(stringType),
  temperature: floatType,
};

/** A model that is not asked: its answer, or the tools that it calls, are given. */
export const chatSimulation: Simulation = {
  kind: "chat",
  fields: {
    value: anyType,
    text: stringType,
    toolCalls: arrayOf(mapType),
    model: stringType,
    usage: mapType,
    refusal: stringType,
  },
  bare: { maps: true, lists: false },
  asks,
  asked: (request) => {
    const tools = (request["tools"] ?? []) as readonly { readonly function: { readonly name: string } }[];
    const names = tools.map((tool) => tool.function.name);
    return { ...fieldsOf(request, Object.keys(asks)), ...(names.length > 0 && { tools: names }) };
  },
  answer: (given, request) => ({
    model: given["model"] ?? request["model"],
    choices: [{ message: messageOf(given), finish_reason: given["toolCalls"] === undefined ? "stop" : "tool_calls" }],
    ...(given["usage"] !== undefined && { usage: usageOf(given["usage"] as Data) }),
  }),
  recorded: (answer) => {
    const [choice] = (answer as Completion).choices;
    const calls = choice?.message.tool_calls ?? [];
    const text = choice?.message.content ?? "";
    if (calls.length === 0) return { text };
    const toolCalls = calls.map((call) => ({
      id: call.id,
      name: call.function.name,
      arguments: parsed(call.function.arguments),
    }));
    return { ...(text !== "" && { text }), toolCalls };
  },
  example: (id) => `${id}: { text: "…" }`,
  exploration: chatExploration,
};

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
  }[];
}

function messageOf({ value, text = value, toolCalls, refusal }: Data): object {
  const content = text === undefined || typeof text === "string" ? (text ?? null) : JSON.stringify(text);
  const calls = ((toolCalls ?? []) as readonly Data[]).map(({ id, name, arguments: given = {} }, index) => ({
    id: id ?? `call-${index + 1}`,
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  return { role: "assistant", content, refusal, ...(calls.length > 0 && { tool_calls: calls }) };
}

function usageOf({ promptTokens, completionTokens, totalTokens }: Data): object {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: totalTokens };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
