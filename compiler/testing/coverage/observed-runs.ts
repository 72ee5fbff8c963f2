import type { Data } from "../../nouns/simulation.ts";
import { asMap } from "../../tree/plain-data.ts";
import { placeWithoutItems } from "../simulate/given-answers.ts";
import type { RunnableBundle } from "../simulate/simulate.ts";

/** What became of a resource in all runs: how often. */
export interface ResourceCounts {
  readonly started: number;
  readonly completed: number;
  /** Attempts that failed, also those that were tried again. */
  readonly failed: number;
  /** Of a resource with items: runs without any, with some, and with one that failed. */
  readonly noItems: number;
  readonly someItems: number;
  readonly failedItems: number;
}

const nothing: ResourceCounts = { started: 0, completed: 0, failed: 0, noItems: 0, someItems: 0, failedItems: 0 };

/** What the runs of one workflow have done, as their events and requests show it. */
export class ObservedRuns {
  readonly #resources = new Map<string, ResourceCounts>();
  readonly #requests: { readonly method: string; readonly path: string }[] = [];

  /** The requests that were made. */
  get requests(): readonly { readonly method: string; readonly path: string }[] {
    return this.#requests;
  }

  /** By the place of a resource: `id`, `caller/id`. */
  counts(place: string): ResourceCounts {
    return this.#resources.get(place) ?? nothing;
  }

  /** The same bundle, whose runs are observed. */
  observe(bundle: RunnableBundle): RunnableBundle {
    return {
      run: (options) => {
        const { onEvent, request } = options as {
          onEvent?: (event: Data) => void;
          request?: { method: string; path: string };
        };
        if (request !== undefined) this.#requests.push({ method: request.method, path: request.path });
        const observed = (event: Data): void => {
          this.#note(event);
          onEvent?.(event);
        };
        return bundle.run({ ...options, onEvent: observed });
      },
    };
  }

  #note({ event, actionId, items }: Data): void {
    if (typeof actionId !== "string") return;
    const place = placeWithoutItems(actionId);
    const known = this.counts(place);
    const counted = asMap(items);
    const [total, failed] = [Number(counted?.["total"] ?? 0), Number(counted?.["failed"] ?? 0)];
    const ended = event === "resource.completed" || event === "resource.failed";
    this.#resources.set(place, {
      started: known.started + one(event === "resource.started"),
      completed: known.completed + one(event === "resource.completed"),
      failed: known.failed + one(event === "resource.failed" || event === "resource.retrying"),
      noItems: known.noItems + one(ended && counted !== undefined && total === 0),
      someItems: known.someItems + one(ended && total > 0),
      failedItems: known.failedItems + one(ended && failed > 0),
    });
  }
}

function one(holds: boolean): number {
  return holds ? 1 : 0;
}
