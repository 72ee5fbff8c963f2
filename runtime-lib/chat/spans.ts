import { type CallSpans, type Fields, numberOf, textOf } from "../telemetry/call-spans.ts";

/** "Inference" of the semantic conventions for generative AI; neither prompts nor answers. */
export const chatSpans: CallSpans = {
  start: ({ model, temperature, top_p: topP, seed, stop, ...rest }) => ({
    name: `chat ${textOf(model)}`,
    attributes: {
      "gen_ai.operation.name": "chat",
      // What it speaks: the API is OpenAI's, whoever answers.
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": textOf(model),
      "gen_ai.request.temperature": numberOf(temperature),
      "gen_ai.request.top_p": numberOf(topP),
      "gen_ai.request.seed": numberOf(seed),
      "gen_ai.request.max_tokens": numberOf(rest["max_tokens"] ?? rest["max_completion_tokens"]),
      "gen_ai.request.stop_sequences": stop === undefined ? undefined : [stop].flat().map(textOf),
    },
  }),
  answered: ({ id, model, choices, usage }) => {
    const { prompt_tokens: input, completion_tokens: output } = (usage ?? {}) as Fields;
    return {
      "gen_ai.response.id": id === undefined ? undefined : textOf(id),
      "gen_ai.response.model": model === undefined ? undefined : textOf(model),
      "gen_ai.response.finish_reasons": [choices]
        .flat()
        .map((choice) => textOf((choice as Fields | undefined)?.["finish_reason"])),
      "gen_ai.usage.input_tokens": numberOf(input),
      "gen_ai.usage.output_tokens": numberOf(output),
    };
  },
};
