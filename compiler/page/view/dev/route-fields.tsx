import type { DevRoute } from "../../dev-data.ts";
import { parametersOf } from "../../model/form-values.ts";
import { Field } from "./field.tsx";
import { bodyField, queryField } from "./request-fields.ts";

interface RouteFieldsProps {
  readonly routes: readonly DevRoute[];
  readonly route: number;
  readonly onRoute: (route: number) => void;
  readonly filled: ReadonlyMap<string, string>;
  readonly onFill: (name: string, text: string) => void;
  readonly problems: ReadonlyMap<string, string>;
}

/** Which route is asked, and with what. */
export function RouteFields({ routes, route, onRoute, filled, onFill, problems }: RouteFieldsProps) {
  const { method = "GET", path = "/" } = routes[route] ?? {};
  const hasBody = method !== "GET" && method !== "HEAD";
  const fields = [
    ...parametersOf(path).map((name) => ({ key: name, name, required: true, schema: {} })),
    { key: queryField, name: "query", required: false, schema: { description: "such as lang=en" } },
    ...(hasBody ? [{ key: bodyField, name: "body", required: false, schema: { type: "object" } }] : []),
  ];
  return (
    <>
      <p class="field">
        <label>
          Route{" "}
          <select value={String(route)} onChange={(event) => onRoute(Number(event.currentTarget.value))}>
            {routes.map((one, index) => (
              <option key={`${one.method} ${one.path}`} value={String(index)}>
                {one.method} {one.path}
              </option>
            ))}
          </select>
        </label>
      </p>
      {fields.map(({ key, ...input }) => (
        <Field
          key={key}
          input={input}
          text={filled.get(key) ?? ""}
          problem={problems.get(key)}
          onFill={(text) => onFill(key, text)}
        />
      ))}
    </>
  );
}
