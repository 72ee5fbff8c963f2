import { readFileSync } from "node:fs";
import { FlowError } from "../run/errors.ts";
import type { TlsSettings } from "./sending.ts";

/** The settings with `ca`, `cert` and `key` read from their files where they are paths and not PEM themselves. */
export function tlsSettings(given: TlsSettings | undefined): TlsSettings | undefined {
  if (given === undefined) return undefined;
  const { ca, cert, key, ...rest } = given;
  return {
    ...rest,
    ...(ca === undefined ? {} : { ca: pem(ca, "ca") }),
    ...(cert === undefined ? {} : { cert: pem(cert, "cert") }),
    ...(key === undefined ? {} : { key: pem(key, "key") }),
  };
}

function pem(text: string, name: string): string {
  if (text.includes("-----BEGIN")) return text;
  try {
    return readFileSync(text, "utf8");
  } catch (cause) {
    throw new FlowError("infra", `cannot read tls.${name}: the file "${text.slice(0, 200)}" cannot be opened`, {
      cause,
    });
  }
}
