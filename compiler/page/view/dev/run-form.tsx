import { useState } from "preact/hooks";
import type { DevForm, DevRunRequest } from "../../dev-data.ts";
import { formValues } from "../../model/form-values.ts";
import type { DevServerLink } from "./dev-page.tsx";
import { Field } from "./field.tsx";
import { requestOf } from "./request-fields.ts";
import { RouteFields } from "./route-fields.tsx";

interface RunFormProps {
  readonly workflow: string;
  readonly form: DevForm;
  readonly ask: DevServerLink["ask"];
}

/** Inputs as the workflow declares them, or a request to one of its routes, and the button that runs it. */
export function RunForm({ workflow, form, ask }: RunFormProps) {
  const [filled, setFilled] = useState<ReadonlyMap<string, string>>(new Map());
  const [route, setRoute] = useState(0);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const fill = (name: string, text: string): void => setFilled((before) => new Map(before).set(name, text));
  const { inputs, routes } = form;
  const isServer = routes.length > 0;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const chosen = routes[route];
    const { problems: found, ...asked } = chosen === undefined ? formValues(inputs, filled) : requestOf(chosen, filled);
    setProblems(found);
    if (found.size > 0) return;
    const file = filled.get(fileField) ?? "";
    const request: DevRunRequest = { workflow, ...asked, ...(file === "" ? {} : { file }) };
    setRefusal(await ask("/run", request));
  };
  return (
    <form aria-label="Run the workflow" onSubmit={(event) => void submit(event)} noValidate>
      {isServer ? (
        <RouteFields
          routes={routes}
          route={route}
          onRoute={setRoute}
          filled={filled}
          onFill={fill}
          problems={problems}
        />
      ) : (
        inputs.map((input) => (
          <Field
            key={input.name}
            input={input}
            text={filled.get(input.name) ?? ""}
            problem={problems.get(input.name)}
            onFill={(text) => fill(input.name, text)}
          />
        ))
      )}
      {form.file !== "none" && (
        <Field
          input={{ name: "file", required: form.file === "required", schema: { description: "path of a file" } }}
          text={filled.get(fileField) ?? ""}
          problem={undefined}
          onFill={(text) => fill(fileField, text)}
        />
      )}
      <button type="submit">Run</button>
      {refusal !== undefined && (
        <p role="alert" class="failed">
          {refusal}
        </p>
      )}
    </form>
  );
}

/** No input has such a name. */
const fileField = "\0file";
