import { readFileSync } from "node:fs";
import type { RunEffects } from "../run/effects.ts";
import { FlowError } from "../run/errors.ts";
import type { TlsSettings } from "./sending.ts";

/** The settings with `ca`, `cert` and `key` read from their files where they are paths and not PEM themselves. */
export function tlsSettings(given: TlsSettings | undefined, effects?: RunEffects): TlsSettings | undefined {
  if (given === undefined) return undefined;
  const { ca, cert, key, ...rest } = given;
  return {
    ...rest,
    ...(ca === undefined ? {} : { ca: pem(ca, "ca", effects) }),
    ...(cert === undefined ? {} : { cert: pem(cert, "cert", effects) }),
    ...(key === undefined ? {} : { key: pem(key, "key", effects) }),
  };
}

function pem(text: string, name: string, effects: RunEffects | undefined): string {
  if (text.includes("-----BEGIN")) return text;
  if (effects?.readFile !== undefined) return Buffer.from(effects.readFile(text)).toString("utf8");
  try {
    return readFileSync(text, "utf8");
  } catch (cause) {
    throw new FlowError("infra", `cannot read tls.${name}: the file "${text.slice(0, 200)}" cannot be opened`, {
      cause,
    });
  }
}
