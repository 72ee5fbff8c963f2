import type { Executor } from "../../nouns/executor.ts";
import { intType, mapOf, stringType } from "../../nouns/value-type.ts";
import { formattedOptions } from "../../tree/plan-option.ts";
import { answerSchema } from "./answer-schema.ts";
import { checkSchemas } from "./check.ts";
import { chatEffects, chatVariables } from "./effects.ts";
import { planChat } from "./plan.ts";
import { chatSimulation } from "./simulation.ts";
import { toolsIn } from "./tools.ts";

/** `chat`: a question to a language model (docs/chat.md). Under `jsonResponse` the result is the answer's JSON instead. */
export const chat: Executor = {
  key: "chat",
  resourceType: "llm",
  runtime: "chat",
  description:
    "Asks a language model over an OpenAI-compatible API. The value is the text of the answer, or its JSON under jsonResponse.",
  fields: {
    model: {
      kind: "text",
      required: true,
      description: "Name of the model. Templates allowed.",
      schema: { minLength: 1 },
    },
    prompt: {
      kind: "text",
      required: true,
      description: "What the model is asked. Templates allowed.",
      schema: { type: ["string", "number", "boolean"] },
    },
    role: {
      kind: "name",
      description: "Role of the prompt. Default user.",
      schema: { enum: ["system", "developer", "user", "assistant"] },
    },
    scenario: {
      kind: "settings-list",
      description: "Messages before the prompt: instructions, examples, an earlier conversation.",
      item: "A message.",
      fields: {
        role: {
          kind: "name",
          required: true,
          description: "Who says it.",
          schema: { enum: ["system", "developer", "user", "assistant"] },
        },
        prompt: {
          kind: "text",
          description: "Its text. Templates allowed.",
          schema: { type: ["string", "number", "boolean"] },
        },
        content: {
          kind: "text",
          description: "The same as prompt.",
          schema: { type: ["string", "number", "boolean"] },
        },
      },
    },
    temperature: {
      kind: "template",
      description: "Sampling temperature. Templates allowed.",
      schema: { type: ["number", "string"], pattern: "\\{\\{", minimum: 0, maximum: 2 },
    },
    maxTokens: {
      kind: "template",
      description: "Longest answer, in tokens. Templates allowed.",
      schema: { type: ["integer", "string"], pattern: "\\{\\{", minimum: 1 },
    },
    topP: {
      kind: "template",
      description: "Nucleus sampling. Templates allowed.",
      schema: { type: ["number", "string"], pattern: "\\{\\{", minimum: 0, maximum: 1 },
    },
    seed: {
      kind: "template",
      description: "Seed, where the model has one. Templates allowed.",
      schema: { type: ["integer", "string"], pattern: "\\{\\{" },
    },
    stop: {
      kind: "template",
      description: "Where the answer stops. Templates allowed.",
      schema: { type: ["string", "array"], items: { type: "string" } },
    },
    jsonResponse: {
      kind: "boolean",
      description:
        "true: the model is asked for JSON, and its answer is parsed. Default: true where there is a jsonSchema.",
    },
    jsonSchema: {
      kind: "data",
      description:
        "JSON Schema of the answer: it is sent to the model, the answer is validated against it, and it types the result.",
      schema: { type: "object" },
    },
    files: {
      kind: "texts",
      description:
        "Paths of images to send with the prompt: PNG, JPEG, GIF or WebP, recognized by their first bytes; 20 MiB each. Templates allowed.",
      schema: { items: { type: "string", minLength: 1 } },
    },
    tools: {
      kind: "settings-list",
      description: "Resources of this workflow, offered as functions.",
      item: "A resource that the model may call.",
      fields: {
        name: {
          kind: "name",
          required: true,
          description: "Name of the function.",
          schema: {
            pattern: "^[A-Za-z0-9_-]{1,64}$",
            diagnostic: "invalid-name",
            $comment: "must have 1 to 64 letters, digits, _ and -, such as find_order",
          },
        },
        description: { kind: "name", description: "When the model should call it, and what it gives." },
        script: { kind: "name", required: true, description: "actionId of the resource that runs." },
        parameters: {
          kind: "data",
          description:
            "JSON Schema of each argument, and whether it is required; the resource reads them by get('<name>').",
          schema: { type: "object", additionalProperties: { $ref: "#/$defs/input" } },
        },
      },
    },
    baseUrl: {
      kind: "text",
      description:
        "Base URL of the API. Default: OPENAI_BASE_URL, else https://api.openai.com/v1 where there is a key, else a local Ollama, http://127.0.0.1:11434/v1. Templates allowed.",
    },
    apiKey: {
      kind: "text",
      description:
        "Key of the API; a local model needs none. Default: OPENAI_API_KEY. Templates allowed: keep it in the environment.",
    },
    timeout: {
      kind: "duration",
      option: "timeoutMs",
      description:
        "Longest time of the resource, tools included. Default: none, but ten minutes without a byte from the provider.",
    },
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
    source: "the answer",
  },
  resultOf: (block, { schemaType }) => {
    const answer = answerSchema(block);
    return answer && { main: undefined, type: schemaType(answer), typeName: undefined, fallbackName: undefined };
  },
  plan: planChat,
  check: checkSchemas,
  tools: toolsIn,
  effects: chatEffects,
  formats: (action) => [...formattedOptions(action, "path", "files"), ...formattedOptions(action, "url", "baseUrl")],
  // What its tools do counts by itself.
  onlyReads: () => true,
  environment: [chatVariables],
  simulations: [chatSimulation],
  picture: { fill: "#ede9fe", stroke: "#6d28d9", mermaid: ["([", "])"], dot: "ellipse" },
};
