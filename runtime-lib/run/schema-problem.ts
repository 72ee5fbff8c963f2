import type { Validator } from "./definition.ts";

/** The first thing that a validator has found, with the path that leads to it. */
export function schemaProblem({ errors }: Validator): string {
  const [first] = errors ?? [];
  const path = first?.instancePath.slice(1).replaceAll("/", ".") ?? "";
  const extra = (first as { params?: { additionalProperty?: string } } | undefined)?.params?.additionalProperty;
  const message = `${first?.message ?? "it is not valid"}${extra === undefined ? "" : `: "${extra}"`}`;
  return path === "" ? message : `"${path}" ${message}`;
}
