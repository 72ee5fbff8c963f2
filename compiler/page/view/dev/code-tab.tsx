import { useEffect, useState } from "preact/hooks";
import type { DevWorkflow } from "../../dev-data.ts";
import { Scrolled } from "../scrolled.tsx";
import type { DevServerLink } from "./dev-page.tsx";

interface CodeTabProps {
  readonly workflow: DevWorkflow;
  readonly codeOf: DevServerLink["codeOf"];
}

/** The files of a workflow beside the JavaScript that they become. */
export function CodeTab({ workflow, codeOf }: CodeTabProps) {
  const [code, setCode] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void codeOf(workflow.id).then((text) => {
      if (isCurrent) setCode(text);
    });
    return () => {
      isCurrent = false;
    };
  }, [workflow, codeOf]);
  return (
    <div class="columns">
      <div>
        {workflow.sources.map(({ name, text }) => (
          <section key={name}>
            <h3>{name}</h3>
            <Scrolled label={name}>{text}</Scrolled>
          </section>
        ))}
      </div>
      <div>
        <h3>JavaScript</h3>
        <Scrolled label="JavaScript">{code}</Scrolled>
      </div>
    </div>
  );
}
