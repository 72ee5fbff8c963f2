import { text } from "../run/values.ts";
import type { Outcome } from "./driver.ts";

/** Rows as CSV (RFC 4180): a line of column names, CRLF after each line, quotes where needed, nil as nothing. */
export function toCsv({ columns, rows }: Pick<Outcome, "columns" | "rows">): string {
  if (columns.length === 0) return "";
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(value: unknown): string {
  const plain = text(value);
  // Quotes distinguish an empty text from nil.
  const quoted = /[",\r\n]/.test(plain) || value === "";
  return quoted ? `"${plain.replaceAll('"', '""')}"` : plain;
}
