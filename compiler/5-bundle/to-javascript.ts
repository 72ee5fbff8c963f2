import { transform } from "esbuild";

/** An emitted module as JavaScript, to be read: without its types, and otherwise as it is. */
export async function toJavaScript(module: string): Promise<string> {
  const { code } = await transform(module, { loader: "ts", target: "node22", format: "esm", charset: "utf8" });
  return code;
}
