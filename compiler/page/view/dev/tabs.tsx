import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

interface Tab {
  readonly name: string;
  readonly content: () => ComponentChildren;
}

/** Tabs as screen readers know them: one stop of the Tab key, arrow keys choose. */
export function Tabs({ tabs }: { readonly tabs: readonly Tab[] }) {
  const id = useId();
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (current + step + tabs.length) % tabs.length;
    setCurrent(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <>
      <div role="tablist" class="tabs" onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            type="button"
            role="tab"
            key={name.replace(/ \(.*/, "")}
            id={`${id}-tab-${index}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => setCurrent(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current}`}>
        {tabs[current]?.content()}
      </div>
    </>
  );
}
