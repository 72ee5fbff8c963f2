import type { Secrets } from "../run/secrets.ts";
import { encode, sealed } from "./encode.ts";

/** A value as text that holds no secret. */
export interface SealedText {
  readonly text: string;
  /** True where a part had to be masked: the value cannot be read back as it was. */
  readonly isMasked: boolean;
}

/**
 * A value as text without the secrets of a run: where one stands as it is, the name of its environment variable stands for
 * it; where it is cut, quoted or encoded, it is masked.
 */
export function seal(value: unknown, secrets: Secrets): SealedText {
  if (secrets.named.size === 0) return { text: encode(value), isMasked: false };
  let isMasked = false;
  const named = [...secrets.named].filter(([, name]) => name !== "").sort(([a], [b]) => b.length - a.length);
  const text = encode(value, (part) => {
    const redacted = secrets.redact(part);
    if (redacted === part) return part;
    const pieces = named.reduce<readonly Piece[]>((split, [secret, name]) => splitAt(split, secret, name), [part]);
    if (pieces.every((piece) => typeof piece !== "string" || secrets.redact(piece) === piece)) return sealed(pieces);
    isMasked = true;
    return redacted;
  });
  return { text, isMasked };
}

type Piece = string | readonly [name: string];

function splitAt(pieces: readonly Piece[], secret: string, name: string): readonly Piece[] {
  return pieces.flatMap((piece) => {
    if (typeof piece !== "string" || secret === "") return [piece];
    return piece.split(secret).flatMap((part, index): readonly Piece[] => (index === 0 ? [part] : [[name], part]));
  });
}
