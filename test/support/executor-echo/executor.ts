import type { Executor } from "../../../compiler/nouns/executor.ts";
import { intType, stringType } from "../../../compiler/nouns/value-type.ts";
import { describedOption } from "../../../compiler/tree/plan-option.ts";

/** `echo`: gives back a text, some times over. An executor that only tests have, to show what one consists of. */
export const echo: Executor = {
  key: "echo",
  resourceType: "echo",
  runtime: "echo",
  description: "Gives back a text.",
  fields: {
    text: { kind: "text", required: true, description: "What is given back. Templates allowed." },
    times: { kind: "integer", description: "How often. Default 1.", schema: { minimum: 1 } },
    within: { kind: "duration", option: "withinMs", description: "Longest time that it may take." },
  },
  result: {
    typeName: "EchoResult",
    main: "text",
    fields: { text: stringType, length: intType },
    fallback: undefined,
    outcomeFields: [],
    source: "the echo",
  },
  effects: (action) => ({ commands: describedOption(action, "text").map((text) => `echo ${text}`) }),
  onlyReads: () => true,
  leavesMachine: () => false,
  environment: [{ names: ["ECHO_VOLUME"], meaning: "how loud an echo is", passed: true }],
  picture: { fill: "#fafafa", stroke: "#123456", mermaid: ["{", "}"], dot: "diamond" },
};
