import { useId } from "preact/hooks";
import type { DevInput } from "../../dev-data.ts";
import { choicesOf, choiceText, fieldKind } from "../../model/form-values.ts";

interface FieldProps {
  readonly input: DevInput;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onFill: (text: string) => void;
}

/** One input, in the way that its schema asks for. */
export function Field({ input, text, problem, onFill }: FieldProps) {
  const id = useId();
  const { name, required, schema } = input;
  const { description, default: fallback } = schema;
  const hint = [
    typeof description === "string" ? description : "",
    fallback === undefined ? "" : `default ${JSON.stringify(fallback)}`,
  ];
  return (
    <div class="field">
      <label for={id}>
        {name}
        {required && <span aria-hidden="true"> *</span>}
      </label>{" "}
      <Control
        input={input}
        text={text}
        onFill={onFill}
        more={{ id, required, "aria-invalid": problem !== undefined, "aria-describedby": `${id}-hint` }}
      />{" "}
      <span id={`${id}-hint`} class={problem === undefined ? "note" : "failed"}>
        {problem ?? hint.filter((part) => part !== "").join(", ")}
      </span>
    </div>
  );
}

interface ControlProps extends Omit<FieldProps, "problem"> {
  readonly more: {
    readonly id: string;
    readonly required: boolean;
    readonly "aria-invalid": boolean;
    readonly "aria-describedby": string;
  };
}

function Control({ input, text, onFill, more }: ControlProps) {
  const kind = fieldKind(input);
  switch (kind) {
    case "choice":
      return (
        <select {...more} value={text} onChange={(event) => onFill(event.currentTarget.value)}>
          <option value="" />
          {choicesOf(input).map((choice) => (
            <option key={choiceText(choice)}>{choiceText(choice)}</option>
          ))}
        </select>
      );
    case "truth":
      return (
        <select {...more} value={text} onChange={(event) => onFill(event.currentTarget.value)}>
          <option value="" />
          <option>true</option>
          <option>false</option>
        </select>
      );
    case "json":
      return (
        <textarea {...more} rows={3} cols={50} value={text} onInput={(event) => onFill(event.currentTarget.value)} />
      );
    case "number":
    case "text":
      return (
        <input
          {...more}
          type={kind}
          step={input.schema["type"] === "integer" ? "1" : "any"}
          value={text}
          onInput={(event) => onFill(event.currentTarget.value)}
        />
      );
    default:
      return kind satisfies never;
  }
}
