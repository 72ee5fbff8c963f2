import type { ConnectionOptions } from "mysql2";
import { BadConnectionString } from "./driver.ts";

/** `mysql://USER:PASSWORD@HOST:PORT/DATABASE?ssl-mode=…&socketPath=…`. Errors repeat nothing of the values. */
export function readMysqlUrl(text: string): ConnectionOptions {
  if (!URL.canParse(text)) throw new BadConnectionString("is not a URL like mysql://USER:PASSWORD@HOST:PORT/DATABASE");
  const { hostname, port, username, password, pathname, searchParams } = new URL(text);
  const unknown = [...searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined) {
    throw new BadConnectionString(`has an unknown parameter; allowed: ${[...parameters].join(", ")}`);
  }
  const socketPath = searchParams.get("socketPath") ?? undefined;
  const ssl = tlsOf(searchParams.get("ssl-mode") ?? searchParams.get("sslmode") ?? "disabled");
  const database = decode(pathname.slice(1));
  return {
    host: decode(hostname).replace(/^\[(.*)\]$/, "$1") || "127.0.0.1",
    port: port === "" ? 3306 : Number(port),
    user: decode(username),
    password: decode(password),
    ...(database === "" ? {} : { database }),
    ...(socketPath === undefined ? {} : { socketPath }),
    ...(ssl === undefined ? {} : { ssl }),
  };
}

const parameters: ReadonlySet<string> = new Set(["ssl-mode", "sslmode", "socketPath"]);

/** As MySQL's own clients name the modes, and PostgreSQL's. */
function tlsOf(mode: string): ConnectionOptions["ssl"] | undefined {
  const name = mode.toLowerCase().replaceAll(/[-_]/g, "");
  if (name === "disabled" || name === "disable") return undefined;
  if (name === "required" || name === "require") return { rejectUnauthorized: false };
  if (name === "verifyca") return { rejectUnauthorized: true, verifyIdentity: false };
  if (name === "verifyidentity" || name === "verifyfull") return { rejectUnauthorized: true, verifyIdentity: true };
  throw new BadConnectionString("has an unknown ssl-mode; allowed: disabled, required, verify-ca, verify-identity");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadConnectionString("has a % that does not start a %XX");
  }
}
