import type { Effects, EnvironmentVariables } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import { describedHost, describedOption, describedText, isGiven, optionOf } from "../../tree/plan-option.ts";

/** Variables that say where a chat goes and with what key, unless its text does. */
const variables = { apiKey: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL" } as const;

/** These variables. */
export const chatVariables: EnvironmentVariables = {
  names: Object.values(variables),
  meaning: "the language model of `agent` and of chat resources",
  passed: true,
};

/** What a chat may touch. Without a `baseUrl` it goes where the environment says. */
export function chatEffects(action: PlanAction): Effects {
  const files = optionOf(action, "files");
  const asked = Object.entries(variables).filter(([key]) => !isGiven(optionOf(action, key)));
  return {
    models: describedOption(action, "model"),
    hosts: [describedHost(optionOf(action, "baseUrl"))],
    environment: asked.map(([, variable]) => variable),
    files: files === undefined ? [] : (files.kind === "list" ? files.items : [files]).map(describedText),
  };
}
