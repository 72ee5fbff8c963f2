import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput, toFlowError } from "../run/errors.ts";
import { prepareInputs } from "../run/inputs.ts";
import type { execute } from "../run/run.ts";
import type { Engine } from "./engine.ts";
import { idOfKey, wasGiven } from "./keyed-run.ts";

/**
 * A start for the calls of a tool, each a run in the database. A call with a key goes on when its caller has gone, and who
 * comes back with the key gets its result; one without ends with its caller.
 */
export function durableCalls(definition: WorkflowDefinition, engine: Engine): typeof execute {
  return async (_, { inputs = {}, signal, key, ...watching } = {}) => {
    // A mistake of the caller is no run.
    prepareInputs(definition, inputs, {});
    const given = { inputs };
    if (key === undefined)
      return engine.runHere(crypto.randomUUID(), given, { ...watching, ...(signal && { signal }) });
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw new InvalidInput("validation", "idempotencyKey takes 1 to 255 characters, without spaces");
    const id = idOfKey(definition, ["call"], key);
    const { ended } = await engine.begin(id, given, watching);
    if (!(await wasGiven(definition, id, given)))
      throw new InvalidInput("validation", "this idempotencyKey belongs to a call with other arguments: use a new one");
    return Promise.race([ended, ...(signal === undefined ? [] : [aborted(signal)])]);
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(toFlowError(signal.reason));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
