import type { Executor } from "../../nouns/executor.ts";
import { anyType, boolType, intType, stringType } from "../../nouns/value-type.ts";
import { formattedOptions } from "../../tree/plan-option.ts";
import { checkOutput, outputFields, processResult } from "../output-fields.ts";
import { processFields } from "../process-fields.ts";
import { planPython } from "./plan.ts";
import { preparePython } from "./preflight.ts";
import { interpreterSimulation, pythonSimulation } from "./simulation.ts";

/** `python`: a script, written out or in a file beside the workflow. */
export const python: Executor = {
  key: "python",
  resourceType: "python",
  runtime: "python",
  description: "Runs a Python script. The value is its stdout, parsed where it is JSON or output says so.",
  fields: {
    script: {
      kind: "text",
      sink: "python",
      description:
        "The script. Templates allowed; they insert text unescaped, so values from outside belong in inputs.",
      schema: { minLength: 1 },
    },
    scriptFile: {
      kind: "name",
      names: "script",
      description:
        "A file with the script instead; its path starts at the workflow's folder. It is read when the workflow is built and becomes part of the bundle; templates in it mean nothing.",
      schema: { minLength: 1 },
    },
    inputs: {
      kind: "value",
      given: "inputs",
      description:
        "What the script finds in the dict inputs. It travels as JSON over a pipe, never as text of the script, and may be large. Templates allowed; a text that is a call is an expression.",
      schema: { type: ["object", "string"] },
    },
    args: { kind: "texts", given: "arguments", description: "Arguments: sys.argv[1:]. Templates allowed." },
    ...processFields,
    ...outputFields,
  },
  choice: ["script", "scriptFile"],
  result: {
    typeName: "PythonResult",
    main: "value",
    fields: { value: anyType, stdout: stringType, stderr: stringType, exitCode: intType, success: boolType },
    fallback: "pythonFallback",
    outcomeFields: ["stderr", "exitCode", "success"],
    source: "the output",
  },
  resultOf: (block, tools) => processResult(block, tools, { typeName: "PythonResult", fallbackName: "pythonFallback" }),
  plan: planPython,
  check: checkOutput,
  effects: () => ({ commands: ["python3"] }),
  formats: (action) => formattedOptions(action, "path", "workingDir"),
  preflight: preparePython,
  environment: [{ names: ["FLOWC_PYTHON"], meaning: "the program that runs Python scripts" }],
  usesPython: true,
  simulations: [pythonSimulation, interpreterSimulation],
  picture: { fill: "#fef9c3", stroke: "#a16207", mermaid: ["[[", "]]"], dot: "component" },
};
