import type { ComponentChildren } from "preact";

/** Text as it is, in a box of its own that scrolls. */
export function Scrolled({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scrolled" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}
