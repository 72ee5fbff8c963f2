import { inCommand, type Twin } from "../../support/twin.ts";

const inputs = (declared: string, expression: string) =>
  `settings: { targetActionId: a, timeout: 1m, inputs: { ${declared} } }\n---\n${inCommand(expression)}`;
const connections = (declared: string) =>
  `settings: { targetActionId: a, timeout: 1m, sqlConnections: { ${declared} } }\n---\nactionId: a\nsql: { connectionName: shop, query: SELECT 1 }\n`;
const tool = (parameters: string) =>
  `actionId: a\nchat: { model: m, prompt: p, tools: [{ name: look, description: Looks, script: look, parameters: { ${parameters} } }] }\n---\nactionId: look\nexec: { command: ./look, args: ["{{ get('city') }}"] }\n`;

export const twin: Twin = {
  bad: [
    inputs("city: { type: string, default: Rome }, ▸days: { type: integer, default: 1 }", "quote(get('city'))"),
    "actionId: a\nbefore: [\"set(▸'total', 3)\"]\napiResponse: { response: done }\n",
    connections('shop: { connection: "sqlite://shop.db" }, ▸old: { connection: "sqlite://old.db" }'),
    tool("city: { type: string, required: true }, ▸days: { type: integer, default: 1 }"),
    inCommand("let ▸x = 3; 4"),
  ],
  good: [
    inputs("city: { type: string, default: Rome }", "quote(get('city'))"),
    inputs("city: { type: string, default: Rome }", "quote(json(get('body')))"),
    "actionId: a\nvalidations: { required: [city] }\napiResponse: { response: done }\n",
    "actionId: a\nbefore: [\"set('total', 3)\"]\napiResponse: { response: \"{{ get('total') }}\" }\n",
    connections('shop: { connection: "sqlite://shop.db" }'),
    tool("city: { type: string, required: true }"),
    inCommand("let x = 3; x + 1"),
    inCommand("let _x = 3; 4"),
    // What could not be read may be what reads it.
    inputs("days: { type: integer, default: 1 }", "'get(days)'").replace(
      "echo {{ 'get(days)' }}",
      "echo; echo get('days')",
    ),
  ],
};
