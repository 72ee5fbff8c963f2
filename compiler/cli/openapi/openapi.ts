import { emitOpenApi } from "../../describe/openapi.ts";
import { openapiSpec } from "../command-table/openapi.ts";
import { readArguments } from "../shared/arguments.ts";
import { checkAt, sayErrors } from "../shared/check-at.ts";
import { type Command, UsageError } from "../shared/context.ts";

/** `flowc openapi PATH`: prints the OpenAPI description of a server workflow. */
export const openapi: Command = async (argv, context) => {
  const { positionals } = readArguments(openapiSpec, argv);
  const [path] = positionals;
  const { diagnostics, plan } = await checkAt(path, context);
  if (plan === undefined) {
    sayErrors(diagnostics, context);
    return 1;
  }
  if (!plan.server) throw new UsageError(`"${plan.name}" is not a server workflow: it declares no routes`);
  await context.print(JSON.stringify(emitOpenApi(plan), null, 2));
  return 0;
};
