import { reportSplices } from "../taint/report-splices.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that is read as more than one parameter of a header, such as another cookie. */
export const headerInjection: Rule = (context) =>
  reportSplices("header-injection", context, {
    "header-parameter": {
      says: (source) => `brings ${source} into a header of parameters as it is`,
      help: (written) => `write {{ urlencode(${written}) }}, or check the value: … matches '^[A-Za-z0-9_-]+$'`,
      wrap: "urlencode",
    },
  });
