import { FlowError } from "../run/errors.ts";
import { parseUrl } from "./message.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which proxy a URL goes through: the one the resource names (empty: none), else that of HTTP_PROXY or HTTPS_PROXY,
 * unless NO_PROXY names the host. Variables in lower case count first, as for curl.
 */
export function chooseProxy(named: string | undefined, environment: Environment): (url: URL) => URL | undefined {
  if (named !== undefined) {
    const proxy = proxyUrl(named, "proxy");
    return () => proxy;
  }
  return (url) => {
    const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
    const text = environment[name.toLowerCase()] ?? environment[name] ?? "";
    if (text === "" || isExempt(url, environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")) return undefined;
    return proxyUrl(text, name);
  };
}

/** Its own text is not shown: a proxy's URL often holds a password. */
function proxyUrl(text: string, name: string): URL | undefined {
  if (text.trim() === "") return undefined;
  const url = parseUrl(text.includes("://") ? text : `http://${text}`);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new FlowError("validation", `"${name}" must be the http: or https: URL of a proxy`);
}

/** `*`, hosts, `.suffix` or `*.suffix`, each with or without a port; a host also stands for those below it. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = entry, onlyPort] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      const domain = name.replace(/^\*?\./, "");
      return (onlyPort === undefined || onlyPort === port) && (host === domain || host.endsWith(`.${domain}`));
    });
}
