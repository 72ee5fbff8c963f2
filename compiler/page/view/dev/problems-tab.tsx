import type { DevFinding } from "../../dev-data.ts";

/** What `flowc check` finds, as it prints it. */
export function ProblemsTab({ findings }: { readonly findings: readonly DevFinding[] }) {
  if (findings.length === 0) return <p>No problems.</p>;
  return (
    <ul class="findings">
      {findings.map(({ severity, text }) => (
        <li key={text} class={severity === "error" ? "failed" : "recovered"}>
          <pre>{text}</pre>
        </li>
      ))}
    </ul>
  );
}
