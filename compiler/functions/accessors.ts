import { anyType, stringType } from "../nouns/value-type.ts";
import {
  type Access,
  type FunctionSpec,
  optionalParameter,
  type Parameter,
  parameter,
  type ResultAccess,
} from "./spec.ts";

const name = parameter("name", stringType);
const action = parameter("actionId", stringType);
const fallback = optionalParameter("default", anyType);

/** What reads and stores the values of a run. Names are resolved at build time (spec section 3). */
export const accessorFunctions: readonly FunctionSpec[] = [
  accessor(
    "get",
    "name",
    [name, optionalParameter("sourceOrDefault", anyType)],
    "The output of a resource, a stored name, the request or an input",
  ),
  accessor(
    "set",
    "store",
    [name, parameter("value", anyType)],
    "Stores a value under a name; only in before, after and onError.expr",
  ),
  accessor("output", "resource", [action], "The result of a resource"),
  accessor("input", "input", [name, fallback], "An input of the run"),
  accessor(
    "env",
    "environment",
    [name, fallback],
    "An environment variable; one without a default must be set when the run starts",
  ),
  accessor("info", "fact", [name], "A fact about the run, such as its timestamp"),
  accessor("exec.stdout", ofExec("stdout"), [action], "Standard output of an exec resource"),
  accessor("exec.stderr", ofExec("stderr"), [action], "Standard error of an exec resource"),
  accessor("http.status", ofHttp("statusCode"), [action], "Status code of the answer to an httpClient resource"),
  accessor(
    "http.header",
    { ...ofHttp("headers"), keyed: "lower" },
    [action, parameter("name", stringType)],
    "A header of the answer to an httpClient resource",
  ),
  accessor("http.body", ofHttp("body"), [action], "Body of the answer to an httpClient resource"),
  accessor("exec.exitCode", ofExec("exitCode"), [action], "Exit code of an exec resource; 0 means success"),
];

/** The type of what it reads is known where it is resolved. */
function accessor(
  functionName: string,
  access: Access,
  parameters: readonly Parameter[],
  description: string,
): FunctionSpec {
  return { name: functionName, parameters, result: anyType, implementation: { kind: "accessor", access }, description };
}

function ofExec(field: string): ResultAccess {
  return { executor: "exec", field };
}

function ofHttp(field: string): ResultAccess {
  return { executor: "httpClient", field };
}
