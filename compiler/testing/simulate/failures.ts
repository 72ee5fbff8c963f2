import { asMap } from "../../tree/plain-data.ts";

/** A failure as the runtime library of any bundle takes it. */
export function failure(failureClass: string, message: string): Error {
  return Object.assign(new Error(message), { failureClass });
}

/** What `fails` of an answer says: a message, or a map with its class and what an exit leaves. */
export function failureFrom(fails: unknown): Error {
  const {
    class: failureClass = "infra",
    message = "it fails",
    ...details
  } = asMap(fails) ?? { message: String(fails) };
  // What never reached its server may be sent again.
  return Object.assign(failure(String(failureClass), String(message)), {
    details,
    ...(failureClass === "infra" && { unsent: true }),
  });
}

/** What a call has failed with. */
export function failureOf(thrown: unknown): { readonly class: string; readonly message: string } {
  const { failureClass = "tool_runtime", message = String(thrown) } = thrown as {
    failureClass?: string;
    message?: string;
  };
  return { class: failureClass, message };
}
