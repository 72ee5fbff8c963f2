import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { type ChatOptions, chat } from "../../../runtime-lib/chat/chat.ts";
import { providerOf } from "../../../runtime-lib/chat/send.ts";
import type { Validator } from "../../../runtime-lib/run/definition.ts";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { temporaryFolder } from "../../support/flowc.ts";
import { completion, serveModel, type Turn } from "../../support/model.ts";
import { freePort } from "../../support/server.ts";
import { failureOf, testStep } from "../../support/step.ts";

/** Asks a model that answers as told: the result, and the requests that it saw. */
async function ask(
  turns: readonly Turn[],
  options: Partial<ChatOptions> = {},
  step: Parameters<typeof testStep>[0] = {},
) {
  await using server = await serveModel(...turns);
  using context = testStep(step);
  const result = await chat(context, {
    model: "small",
    prompt: "hi",
    baseUrl: server.baseUrl,
    ...options,
  } as ChatOptions);
  return { result, asked: server.asked(), seen: server.seen };
}

async function failing(turns: readonly Turn[], options: Partial<ChatOptions> = {}): Promise<string> {
  await using server = await serveModel(...turns);
  using step = testStep();
  const all = { model: "small", prompt: "hi", baseUrl: server.baseUrl, ...options } as ChatOptions;
  return (await failureOf(chat(step, all))).replaceAll(server.host, "HOST");
}

function compiled(schema: Readonly<Record<string, unknown>>) {
  return { schema, validate: new Ajv({ strict: false }).compile(schema) as unknown as Validator };
}

describe("the request", () => {
  test("is a chat completion, and nothing that was not asked for", async () => {
    const { result, asked, seen } = await ask(["hello"]);
    expect(asked).toEqual([{ model: "small", messages: [{ role: "user", content: "hi" }] }]);
    expect(seen).toMatchObject([{ method: "POST", path: "/v1/chat/completions" }]);
    expect(seen[0]?.headers).toMatchObject({ "user-agent": "flowc", "content-type": "application/json" });
    expect(Object.keys(seen[0]?.headers ?? {}).filter((name) => /^x-|authorization/.test(name))).toEqual([]);
    expect(result).toEqual({
      text: "hello",
      message: { role: "assistant", content: "hello" },
      model: "small-2030",
      usage: { promptTokens: 10, completionTokens: 5, totalTokens: 15 },
    });
  });

  test("has the messages of the scenario before the prompt, and all settings", async () => {
    const { asked, seen } = await ask(["ok"], {
      role: "system",
      scenario: [
        { role: "user", prompt: "a" },
        { role: "assistant", content: "b" },
      ],
      temperature: "0.5",
      maxTokens: 7,
      topP: 0.9,
      seed: null,
      stop: ["x", 1],
      apiKey: "k-123",
    });
    expect(asked).toEqual([
      {
        model: "small",
        messages: [
          { role: "user", content: "a" },
          { role: "assistant", content: "b" },
          { role: "system", content: "hi" },
        ],
        temperature: 0.5,
        max_tokens: 7,
        top_p: 0.9,
        stop: ["x", "1"],
      },
    ]);
    expect(seen[0]?.headers.authorization).toBe("Bearer k-123");
  });

  test("goes where the settings say, else the environment, else to OpenAI with a key, else to Ollama", () => {
    const environment = { OPENAI_BASE_URL: "http://env/v1", OPENAI_API_KEY: "env-key" };
    expect(providerOf({ baseUrl: "http://own/v1", apiKey: "own" }, environment)).toEqual({
      baseUrl: "http://own/v1",
      apiKey: "own",
    });
    expect(providerOf({}, environment)).toEqual({ baseUrl: "http://env/v1", apiKey: "env-key" });
    expect(providerOf({}, { OPENAI_API_KEY: "k" })).toEqual({ baseUrl: "https://api.openai.com/v1", apiKey: "k" });
    expect(providerOf({ apiKey: "" }, {})).toEqual({ baseUrl: "http://127.0.0.1:11434/v1", apiKey: undefined });
  });

  test("shows images, by what is in them", async () => {
    using folder = temporaryFolder();
    const png = join(folder.path, "picture.jpg");
    writeFileSync(png, Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1"));
    const { asked } = await ask(["ok"], { files: [png] });
    expect(asked[0].messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "hi" },
          {
            type: "image_url",
            image_url: {
              url: `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1").toString("base64")}`,
            },
          },
        ],
      },
    ]);
    writeFileSync(join(folder.path, "text.png"), "hello");
    expect(await failing(["ok"], { files: [join(folder.path, "text.png")] })).toBe(
      `validation: the file "${join(folder.path, "text.png")}" is not an image that models accept: PNG, JPEG, GIF or WebP`,
    );
    writeFileSync(join(folder.path, "large.png"), Buffer.alloc(20 * 2 ** 20 + 1));
    expect(await failing(["ok"], { files: [join(folder.path, "large.png")] })).toMatch(
      /^validation: the file ".*large\.png" has 20971521 bytes; an image may have 20971520$/,
    );
    expect(await failing(["ok"], { files: ["/nowhere.png"] })).toBe(
      'infra: cannot read the file "/nowhere.png" (ENOENT)',
    );
  });

  test.each([
    [{ temperature: "warm" }, 'validation: "temperature" must be a number'],
    [{ baseUrl: "localhost" }, 'validation: "localhost" is not a URL'],
    [{ apiKey: "a\nb" }, 'validation: the header "authorization" has a line break in its value'],
  ])("that cannot be sent, %j, is not", async (options, message) => {
    expect(await failing(["reached"], options)).toBe(message);
  });
});

describe("JSON answers", () => {
  const schema = compiled({ type: "object", properties: { n: { type: "integer" } }, required: ["n"] });

  test("are asked for and parsed, also inside fences", async () => {
    const { result, asked } = await ask(['{"n":1}'], { jsonResponse: true });
    expect(result).toEqual({ n: 1 });
    expect(asked[0]).toMatchObject({
      response_format: { type: "json_object" },
      messages: [{ role: "system", content: "Answer with JSON only." }, { role: "user" }],
    });
    expect((await ask(['Sure:\n```json\n{"n":2}\n```\nThat is all.'], { jsonResponse: true })).result).toEqual({
      n: 2,
    });
    expect((await ask(["[1]"], { jsonResponse: true, prompt: "Some JSON" })).asked[0].messages).toHaveLength(1);
  });

  test("are held against their schema, which the model gets", async () => {
    const { result, asked } = await ask(['{"n":1}'], { jsonResponse: true, jsonSchema: schema });
    expect(result).toEqual({ n: 1 });
    expect(asked[0].response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "answer", schema: schema.schema },
    });
    expect(await failing(['{"n":"x"}'], { jsonResponse: true, jsonSchema: schema })).toBe(
      'provider: the answer does not fit the jsonSchema: "n" must be integer',
    );
  });

  test("that are none fail", async () => {
    expect(await failing(["I am sorry"], { jsonResponse: true })).toBe(
      'provider: the answer is not JSON: "I am sorry"',
    );
    expect(await failing([""], { jsonResponse: true })).toBe("provider: the answer is not JSON: it is empty");
    const cut = completion('{"n":');
    const turn = () => ({ ...cut, choices: [{ ...cut.choices[0], finish_reason: "length" }] });
    expect(await failing([turn], { jsonResponse: true })).toBe(
      "provider: the answer is not JSON: it was cut off at the token limit",
    );
  });
});

describe("faults", () => {
  const status =
    (code: number, body: unknown): Turn =>
    (response) => {
      response.statusCode = code;
      return body;
    };

  test("an error of the provider, in its own words, without the key", async () => {
    const key = "sk-abcdef1234567890";
    const said = { error: { message: `Incorrect API key provided: ${key}.\nAlso sk-abc***7890` } };
    expect(await failing([status(401, said)], { apiKey: key })).toBe(
      "provider: HOST answered 401: Incorrect API key provided: ***. Also ***",
    );
    expect(await failing([status(404, { error: 'model "small" not found' })])).toBe(
      'provider: HOST answered 404: model "small" not found',
    );
    expect(await failing([status(500, "<html>oops</html>")])).toBe("provider: HOST answered 500");
  });

  test("an answer that is not a chat completion", async () => {
    expect(await failing(["text"].map((text) => () => text))).toBe(
      "provider: HOST answered with something other than a chat completion",
    );
    const broken: Turn = (response) => {
      response.setHeader("content-type", "application/json");
      return "{";
    };
    expect(await failing([broken])).toBe("provider: HOST answered with JSON that cannot be read");
    expect(await failing([() => ({ ...completion(""), choices: [] })])).toBe("provider: the model gave no answer");
  });

  test.each([
    ["no message", null],
    ["no message but a text", "hi"],
    ["a text that is none", { role: "assistant", content: 7 }],
    ["calls that are not a list", { role: "assistant", content: null, tool_calls: {} }],
    ["a call that is none", { role: "assistant", content: null, tool_calls: [null] }],
  ])("an answer with %s", async (_what, message) => {
    expect(
      await failing([() => ({ ...completion(""), choices: [{ index: 0, finish_reason: "stop", message }] })]),
    ).toBe("provider: HOST answered with something other than a chat completion");
  });

  test.each([null, 5, { choices: [null] }, { choices: {} }, { ...completion("x"), usage: 3 }])(
    "an answer that is %j",
    async (answer) => {
      const said: Turn = (response) => {
        response.setHeader("content-type", "application/json");
        return JSON.stringify(answer);
      };
      expect(await failing([said])).toBe("provider: HOST answered with something other than a chat completion");
    },
  );

  test.each([undefined, null, { name: "f" }, { arguments: "{}" }, { name: "f", arguments: {} }])(
    "a call of %j",
    async (asked) => {
      const message = {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: asked }],
      };
      expect(await failing([() => ({ ...completion(""), choices: [{ message }] })])).toBe(
        "provider: the model made a call without a name or arguments",
      );
    },
  );

  test("a status that is none of an answer", async () => {
    expect(await failing([status(999, "x")])).toBe("provider: HOST answered 999");
    expect(await failing([status(205, "")])).toMatch(/^provider: HOST answered/);
    expect(await failing([status(304, "")])).toBe("provider: HOST answered 304");
  });

  test("a key that is short is masked only where it is a word", async () => {
    const said = (key: string) => status(401, { error: { message: `Incorrect API key: ${key}, kkk.` } });
    expect(await failing([said("k")], { apiKey: "k" })).toBe(
      "provider: HOST answered 401: Incorrect API key: ***, kkk.",
    );
    expect(await failing([said("key")], { apiKey: "key" })).toBe(
      "provider: HOST answered 401: Incorrect API ***: ***, kkk.",
    );
    expect(await failing([said("xkeyx")], { apiKey: "keyx" })).toBe(
      "provider: HOST answered 401: Incorrect API key: x***, kkk.",
    );
  });

  test("a refusal", async () => {
    const base = completion("");
    const refused = {
      ...base,
      choices: [{ ...base.choices[0], message: { role: "assistant", refusal: "I will not" } }],
    };
    expect(await failing([() => refused])).toBe("provider: the model refused to answer: I will not");
    const filtered = { ...base, choices: [{ ...base.choices[0], finish_reason: "content_filter" }] };
    expect(await failing([() => filtered])).toBe("provider: the provider withheld the answer");
  });

  test("no connection", async () => {
    const host = `127.0.0.1:${await freePort()}`;
    using step = testStep();
    const options = { model: "m", prompt: "p", baseUrl: `http://${host}/v1` };
    expect(await failureOf(chat(step, options))).toBe(
      `infra: no answer from ${host}: connection refused (ECONNREFUSED)`,
    );
  });

  test("a model that takes too long", async () => {
    expect(await failing([() => undefined], { timeoutMs: 100 })).toBe(
      'timeout: timed out after 100ms: the model "small" at HOST',
    );
  });

  test("a server killed in the middle of its answer", async () => {
    const killed: Turn = (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
      response.write('{"choices": [', () => response.socket?.resetAndDestroy());
      return undefined;
    };
    expect(await failing([killed])).toBe(
      "infra: no answer from HOST: the connection was closed before the whole answer arrived (ECONNRESET)",
    );
  });

  test("429 and 503 are asked again, when Retry-After says", async () => {
    const busy =
      (code: number): Turn =>
      (response) => {
        response.writeHead(code, { "retry-after": "0" }).end("{}");
        return undefined;
      };
    const { result, asked } = await ask([busy(429), busy(503), "done"]);
    expect([(result as { text: string }).text, asked.length]).toEqual(["done", 3]);
    expect(await failing([busy(429)])).toBe("provider: HOST answered 429");
  });

  test("the end of the run ends the chat at once", async () => {
    const controller = new AbortController();
    await using server = await serveModel(() => {
      controller.abort(new FlowError("tool_runtime", "the run was cancelled"));
      return undefined;
    });
    using step = testStep({ signal: controller.signal });
    const failure = await failureOf(chat(step, { model: "m", prompt: "p", baseUrl: server.baseUrl }));
    expect(failure).toBe("tool_runtime: the run was cancelled");
  });
});

describe("tools", () => {
  const look = {
    name: "look",
    description: "looks it up",
    script: "lookup",
    parameters: compiled({
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer", default: 3 } },
      required: ["city"],
      additionalProperties: false,
    }),
  };
  const calls = (given: unknown, name = "look") => ({ calls: [{ name, arguments: given }] });

  test("run with the model's arguments, and the model goes on with what they give", async () => {
    const given: unknown[] = [];
    const used: unknown[] = [];
    const step = {
      call: async (id: string, values: unknown) => {
        given.push([id, values]);
        return { sun: true };
      },
      used: (usage: unknown) => void used.push(usage),
    };
    const { result, asked } = await ask([calls({ city: "Rome" }), "sunny"], { tools: [look] }, step);
    expect(given).toEqual([["lookup", { city: "Rome", days: 3 }]]);
    expect(asked[0].tools).toEqual([
      { type: "function", function: { name: "look", description: "looks it up", parameters: look.parameters.schema } },
    ]);
    expect(asked[1].messages.slice(1)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "call0" }] },
      { role: "tool", tool_call_id: "call0", content: '{"sun":true}' },
    ]);
    expect(result).toMatchObject({ text: "sunny", usage: { promptTokens: 20, completionTokens: 10, totalTokens: 30 } });
    expect(used).toHaveLength(2);
  });

  test.each([
    ["not JSON", "error: the arguments are not JSON"],
    ["[1]", "error: the arguments must be a JSON object"],
    [{}, "error: wrong arguments: must have required property 'city'"],
    [{ city: 1 }, 'error: wrong arguments: "city" must be string'],
    [{ city: "a", town: "b" }, 'error: wrong arguments: must NOT have additional properties: "town"'],
  ])("tell the model of wrong arguments: %j", async (given, content) => {
    const call = () => Promise.reject(new Error("called"));
    const { asked } = await ask([calls(given), "ok"], { tools: [look] }, { call });
    expect(asked[1].messages.at(-1).content).toBe(content);
  });

  test("tell the model of failures and of names that are none", async () => {
    const call = () => Promise.reject(new FlowError("infra", "no network"));
    const { asked } = await ask([calls({ city: "a" }), calls({}, "lok"), "ok"], { tools: [look] }, { call });
    expect(asked[1].messages.at(-1).content).toBe("error: no network");
    expect(asked[2].messages.at(-1).content).toBe('error: there is no function "lok"; functions: look');
  });

  test("are not called for ever", async () => {
    await using server = await serveModel(calls({ city: "a" }));
    using step = testStep({ call: async () => "again" });
    const options = { model: "m", prompt: "p", baseUrl: server.baseUrl, tools: [look] };
    expect(await failureOf(chat(step, options))).toBe("provider: the model still calls tools after 16 rounds");
    expect(server.seen).toHaveLength(16);
  });

  test("that take too long do not keep the chat", async () => {
    await using server = await serveModel(calls({ city: "a" }));
    using step = testStep({ call: () => new Promise(() => undefined) });
    const options = { model: "m", prompt: "p", baseUrl: server.baseUrl, tools: [look], timeoutMs: 100 };
    expect(await failureOf(chat(step, options))).toBe('timeout: timed out after 100ms: the tool "look"');
  });
});
