import type { Plan } from "../../nouns/plan.ts";
import type { WorkflowContext } from "../resolve/context.ts";
import { asText, resolveValue, type ValueContext } from "../resolve/value.ts";
import { planConnections } from "./connections.ts";

/** The settings of the workflow that hold expressions. */
export function planSettings(context: WorkflowContext): Pick<Plan, "environment" | "apiServer" | "connections"> {
  const settings = settingsContext(context);
  const { environment, apiServer, connections } = context.workflow;
  const token = apiServer?.token && asText(resolveValue(apiServer.token, settings));
  return {
    environment: environment.map(({ key, value }) => ({
      key: key.value,
      value: asText(resolveValue(value, settings)),
    })),
    apiServer: apiServer && { ...apiServer, token },
    connections: planConnections(connections, settings),
  };
}

function settingsContext(context: WorkflowContext): ValueContext {
  return {
    ...context,
    resource: undefined,
    mayStore: false,
    ownResultIsThere: false,
    moment: undefined,
    variables: new Map(),
    nonNil: [],
    nilIsHandled: false,
  };
}
