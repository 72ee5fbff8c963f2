import { ambiguousName } from "./ambiguous-name.ts";
import { answerSchemas } from "./answer-schemas.ts";
import { dependencyCycle } from "./dependency-cycle.ts";
import { duplicateAction } from "./duplicate-action.ts";
import { executorCount } from "./executor-count.ts";
import { executorKeys } from "./executor-keys.ts";
import { httpRequest } from "./http-request.ts";
import { inputDefault } from "./input-default.ts";
import { missingRequires } from "./missing-requires.ts";
import { pythonPackage } from "./python-package.ts";
import type { Rule } from "./rule.ts";
import { setRace } from "./set-race.ts";
import { target } from "./target.ts";
import { tools } from "./tools.ts";
import { unknownConnection } from "./unknown-connection.ts";
import { unknownDependency } from "./unknown-dependency.ts";
import { unsupported } from "./unsupported.ts";

/** Every rule over the whole workflow, in the order in which they run. */
export const rules: readonly Rule[] = [
  duplicateAction,
  executorCount,
  executorKeys,
  unsupported,
  target,
  unknownDependency,
  dependencyCycle,
  ambiguousName,
  missingRequires,
  inputDefault,
  setRace,
  tools,
  answerSchemas,
  httpRequest,
  unknownConnection,
  pythonPackage,
];
