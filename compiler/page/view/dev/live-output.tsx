import { useEffect, useRef } from "preact/hooks";
import type { PageEvent } from "../../data.ts";

/** Lines that are shown. */
const most = 500;

/** What all resources write, as it comes. */
export function LiveOutput({ events }: { readonly events: readonly PageEvent[] }) {
  const box = useRef<HTMLDivElement>(null);
  const lines = events.filter(({ event }) => event === "resource.output").slice(-most);
  useEffect(() => {
    box.current?.scrollTo(0, box.current.scrollHeight);
  }, [lines.length]);
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div class="scrolled" role="log" aria-label="Output" tabIndex={0} ref={box}>
      <pre>
        {lines.map(({ actionId, item, attempt, stream, line }, index) => (
          <span key={index} class={stream}>
            {actionId}
            {item !== undefined && `[${item}]`}
            {attempt !== undefined && ` try ${attempt}`} | {line}
            {"\n"}
          </span>
        ))}
      </pre>
    </div>
  );
}
