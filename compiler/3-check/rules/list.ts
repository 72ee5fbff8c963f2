import { ambiguousName } from "./ambiguous-name.ts";
import { apiResponse } from "./api-response.ts";
import { codeInjection } from "./code-injection.ts";
import { dependencyCycle } from "./dependency-cycle.ts";
import { duplicateAction } from "./duplicate-action.ts";
import { duplicateRoute } from "./duplicate-route.ts";
import { executorCount } from "./executor-count.ts";
import { executorKeys } from "./executor-keys.ts";
import { executorRules } from "./executor-rules.ts";
import { hardcodedSecret } from "./hardcoded-secret.ts";
import { headerInjection } from "./header-injection.ts";
import { idleSetting } from "./idle-setting.ts";
import { inputSchema } from "./input-schema.ts";
import { jsonInjection } from "./json-injection.ts";
import { literalLooksLikeExpression } from "./literal-looks-like-expression.ts";
import { maybeNil } from "./maybe-nil.ts";
import { methodNotDeclared } from "./method-not-declared.ts";
import { missingRequires } from "./missing-requires.ts";
import { missingTimeout } from "./missing-timeout.ts";
import { notFollowed } from "./not-followed.ts";
import { notPosix } from "./not-posix.ts";
import { numberSpelling } from "./number-spelling.ts";
import { optionInjection } from "./option-injection.ts";
import { osPackage } from "./os-package.ts";
import { outsideComponent } from "./outside-component.ts";
import { pathInjection } from "./path-injection.ts";
import { pythonInputs } from "./python-inputs.ts";
import { pythonLint } from "./python-lint.ts";
import { pythonPackage } from "./python-package.ts";
import { pythonSyntax } from "./python-syntax.ts";
import { requestForgery } from "./request-forgery.ts";
import { routePath } from "./route-path.ts";
import type { Rule } from "./rule.ts";
import { setRace } from "./set-race.ts";
import { shellInjection } from "./shell-injection.ts";
import { shellLint } from "./shell-lint.ts";
import { shellSyntax } from "./shell-syntax.ts";
import { sqlInjection } from "./sql-injection.ts";
import { sqlSchema } from "./sql-schema.ts";
import { sqlSyntax } from "./sql-syntax.ts";
import { target } from "./target.ts";
import { tools } from "./tools.ts";
import { unanchoredCheck } from "./unanchored-check.ts";
import { unboundRoute } from "./unbound-route.ts";
import { uncheckedLine } from "./unchecked-line.ts";
import { undeclaredInput } from "./undeclared-input.ts";
import { unknownConnection } from "./unknown-connection.ts";
import { unknownDependency } from "./unknown-dependency.ts";
import { unknownRoute } from "./unknown-route.ts";
import { unreachableResource } from "./unreachable-resource.ts";
import { unusedName } from "./unused-name.ts";
import { urlInjection } from "./url-injection.ts";

/** Every rule over the whole workflow, in the order in which they run. */
export const rules: readonly Rule[] = [
  duplicateAction,
  executorCount,
  executorKeys,
  target,
  unknownDependency,
  dependencyCycle,
  ambiguousName,
  missingRequires,
  inputSchema,
  undeclaredInput,
  idleSetting,
  outsideComponent,
  setRace,
  tools,
  executorRules,
  apiResponse,
  unknownConnection,
  sqlSyntax,
  sqlSchema,
  maybeNil,
  osPackage,
  pythonPackage,
  shellSyntax,
  pythonSyntax,
  notPosix,
  shellLint,
  pythonInputs,
  pythonLint,
  uncheckedLine,
  codeInjection,
  shellInjection,
  sqlInjection,
  jsonInjection,
  urlInjection,
  headerInjection,
  pathInjection,
  requestForgery,
  optionInjection,
  notFollowed,
  unanchoredCheck,
  routePath,
  unknownRoute,
  methodNotDeclared,
  duplicateRoute,
  unboundRoute,
  unreachableResource,
  hardcodedSecret,
  missingTimeout,
  numberSpelling,
  // Last: they are silent where another has found an error.
  unusedName,
  literalLooksLikeExpression,
];
