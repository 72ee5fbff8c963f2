import { anyType, intType, stringType, type ValueType } from "../nouns/value-type.ts";
import { type FunctionSpec, optionalParameter, type Parameter, parameter } from "./spec.ts";

const name = parameter("name", stringType);
const action = parameter("actionId", stringType);

/** What reads and stores the values of a run. Names are resolved at build time (spec section 3). */
export const accessorFunctions: readonly FunctionSpec[] = [
  accessor(
    "get",
    [name, optionalParameter("sourceOrDefault", anyType)],
    "The output of a resource, a stored name, the request or an input",
  ),
  {
    ...accessor(
      "set",
      [name, parameter("value", anyType)],
      "Stores a value under a name; only in before, after and onError.expr",
    ),
    implementation: { kind: "accessor", stores: true },
  },
  accessor("output", [action], "The result of a resource"),
  accessor("input", [name, optionalParameter("default", anyType)], "An input of the run"),
  accessor(
    "env",
    [name, optionalParameter("default", anyType)],
    "An environment variable; one without a default must be set when the run starts",
  ),
  accessor("info", [name], "A fact about the run, such as its timestamp"),
  accessor("exec.stdout", [action], "Standard output of an exec resource", stringType),
  accessor("exec.stderr", [action], "Standard error of an exec resource", stringType),
  accessor("http.status", [action], "Status code of the answer to an httpClient resource", intType),
  accessor(
    "http.header",
    [action, parameter("name", stringType)],
    "A header of the answer to an httpClient resource",
    stringType,
  ),
  accessor("http.body", [action], "Body of the answer to an httpClient resource"),
  accessor("exec.exitCode", [action], "Exit code of an exec resource; 0 means success", intType),
];

function accessor(
  functionName: string,
  parameters: readonly Parameter[],
  description: string,
  result: ValueType = anyType,
): FunctionSpec {
  return { name: functionName, parameters, result, implementation: { kind: "accessor" }, description };
}
