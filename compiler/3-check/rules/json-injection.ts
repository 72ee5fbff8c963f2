import { reportSplices } from "../taint/report-splices.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that is read as more than one value of a JSON text. */
export const jsonInjection: Rule = (context) =>
  reportSplices("json-injection", context, {
    "json-string": {
      says: (source) => `brings ${source} into a string of the JSON text, which a quote in it ends`,
      help: (written) => `write {{ json(${written}) }} without the quotes around it, or send the body by data:`,
    },
    "json-value": {
      says: (source) => `brings ${source} into the JSON text as it is`,
      help: (written) => `write {{ json(${written}) }}, or send the body by data:`,
      wrap: "json",
    },
  });
