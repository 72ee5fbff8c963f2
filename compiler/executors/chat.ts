import type { Executor } from "../executor.ts";
import { intType, mapOf, stringType } from "../value-type.ts";

/** `chat`: a question to a language model (docs/chat.md). Under `jsonResponse` the result is the answer's JSON instead. */
export const chat: Executor = {
  key: "chat",
  resourceType: "llm",
  runtime: "chat",
  fields: {
    model: { kind: "text" },
    prompt: { kind: "text" },
    role: { kind: "name" },
    scenario: {
      kind: "settings-list",
      fields: { role: { kind: "name" }, prompt: { kind: "text" }, content: { kind: "text" } },
    },
    temperature: { kind: "template" },
    maxTokens: { kind: "template" },
    topP: { kind: "template" },
    seed: { kind: "template" },
    stop: { kind: "template" },
    jsonResponse: { kind: "boolean" },
    jsonSchema: { kind: "data" },
    files: { kind: "texts" },
    tools: {
      kind: "settings-list",
      fields: {
        name: { kind: "name" },
        description: { kind: "name" },
        script: { kind: "name" },
        parameters: { kind: "data" },
      },
    },
    baseUrl: { kind: "text" },
    apiKey: { kind: "text" },
    timeout: { kind: "duration", option: "timeoutMs" },
  },
  result: {
    typeName: "ChatResult",
    main: "text",
    fields: {
      text: stringType,
      message: mapOf({ role: stringType, content: stringType }),
      model: stringType,
      usage: mapOf({ promptTokens: intType, completionTokens: intType, totalTokens: intType }),
    },
    fallback: "chatFallback",
    outcomeFields: [],
    outside: "the answer",
  },
};
