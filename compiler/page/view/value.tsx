import { Scrolled } from "./scrolled.tsx";

/** A value as it is: a text, or JSON. */
export function Value({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <Scrolled label={label}>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</Scrolled>;
}
