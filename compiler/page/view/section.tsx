import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A part of the page under a heading of its own. */
export function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
