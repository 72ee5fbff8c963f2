import type { ChildProcess } from "node:child_process";

const greeting = (name: string) => `{"success":true,"response":{"greeting":"Hello, ${name}!"}}`;

/** What the server of examples/api answers: to a POST, to a GET, to a GET that it has no route for. */
export const expectedAnswers: readonly string[] = [greeting("Ada"), greeting("Bo"), "405"];

/** Waits until the server of examples/api listens, asks it, and ends it with SIGTERM. Resolves to its answers. */
export async function talk(child: ChildProcess): Promise<readonly string[]> {
  try {
    const url = await urlOf(child);
    const headers = { "content-type": "application/json" };
    const posted = await fetch(`${url}/greetings`, { method: "POST", headers, body: '{"name":"Ada"}' });
    const got = await fetch(`${url}/greetings/Bo`);
    const refused = await fetch(`${url}/greetings`);
    return [await posted.text(), await got.text(), String(refused.status)];
  } finally {
    child.kill("SIGTERM");
  }
}

/** Where it says that it listens. Rejects where it ends before. */
function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = "";
    child.stderr?.on("data", (text: string) => {
      told += text;
      const [url] = /http:\/\/\S+(?=\n)/.exec(told) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once("close", () => reject(new Error(`the server has ended: ${told}`)));
  });
}
