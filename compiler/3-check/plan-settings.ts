import type { Plan } from "../plan.ts";
import { planConnections } from "./connections.ts";
import type { WorkflowContext } from "./resolve/context.ts";
import { asText, resolveValue, type ValueContext } from "./resolve/value.ts";

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
    variables: new Map(),
    nonNil: new Set(),
    nilIsHandled: false,
  };
}
