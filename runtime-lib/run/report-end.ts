import type { ResourceDefinition } from "./definition.ts";
import { instant } from "./effects.ts";
import type { FlowError } from "./errors.ts";
import type { Ended } from "./journal.ts";
import { placeText } from "./place-text.ts";
import type { Step } from "./step.ts";

/** Emits the event of a resource's end; the failure that it leaves, if any. */
export function reportEnd(
  resource: ResourceDefinition,
  step: Step,
  { failure, recovered }: Ended,
): FlowError | undefined {
  if (failure !== undefined) reportFailure(resource, step, failure, false);
  else if (recovered !== undefined) reportFailure(resource, step, recovered, true);
  else reportSuccess(resource, step);
  return failure;
}

function reportSuccess(resource: ResourceDefinition, step: Step): void {
  const { emit } = step.run;
  if (emit === undefined) return;
  const { skipped, usage, itemFailure } = step;
  const fields = {
    actionId: resource.id,
    resourceType: resource.type,
    ...(step.isRecorded && ({ recorded: true } as const)),
  };
  const more = { ...(usage && { usage }), ...(step.items && { items: step.items }) };
  if (skipped !== undefined) emit("resource.skipped", { ...fields, message: skipped });
  else if (itemFailure !== undefined) reportFailure(resource, step, itemFailure, true);
  else emit("resource.completed", { ...fields, durationMs: duration(step), ...more });
}

function reportFailure(resource: ResourceDefinition, step: Step, error: FlowError, recovered: boolean): void {
  const { emit, definition } = step.run;
  if (emit === undefined) return;
  const { message, failureClass, details } = error;
  const { exitCode, signal, command, tail } = details;
  const { id, type } = resource;
  const place = details.place ?? (resource.place && placeText(resource.place, definition.places));
  const fields = { actionId: id, resourceType: type, ...(step.isRecorded && ({ recorded: true } as const)) };
  if (step.startedAt === undefined && !step.isRecorded) emit("resource.started", fields);
  emit("resource.failed", {
    ...fields,
    message,
    failureClass,
    durationMs: duration(step),
    ...(place !== undefined && { place }),
    ...(recovered && { recovered }),
    ...(typeof exitCode === "number" && { exitCode }),
    ...(signal !== undefined && { signal }),
    ...(command !== undefined && { command }),
    ...(tail !== undefined && { tail }),
    ...(step.items && { items: step.items }),
  });
}

function duration(step: Pick<Step, "startedAt" | "effects">): number {
  return step.startedAt === undefined ? 0 : Math.round(instant(step) - step.startedAt);
}
