import { pathToFileURL } from "node:url";

// node run-bundle.ts BUNDLE OPTIONS: runs a bundle with the options of its `run`, JSON; prints the result.
const [bundle = "", options = "{}"] = process.argv.slice(2);
const { run } = (await import(pathToFileURL(bundle).href)) as { run: (options: unknown) => Promise<unknown> };
try {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(options)))}\n`);
} catch (error) {
  process.stdout.write(`failed: ${(error as Error).message}\n`);
}
