import type { Twin } from "../../support/twin.ts";

const packages = (names: string) =>
  `settings: { targetActionId: a, agentSettings: { osPackages: [${names}] } }\n---\nactionId: a\napiResponse: { response: x }\n`;

export const twin: Twin = {
  bad: [
    packages("▸'curl jq'"),
    packages("jq, ▸--yes"),
    packages("jq").replace("osPackages: [jq]", "pythonPackages: [▸'requests && id']"),
  ],
  good: [
    packages("curl, jq"),
    packages("jq=1.7.1-6"),
    packages("jq").replace("osPackages: [jq]", "pythonPackages: ['requests>=2']"),
  ],
};
