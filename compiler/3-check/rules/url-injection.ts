import { reportSplices } from "../taint/report-splices.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that is read as more than one part of a URL's path, or as more than one field of a query or a form. */
export const urlInjection: Rule = (context) =>
  reportSplices("url-injection", context, {
    "url-path": {
      says: (source) => `brings ${source} into the path of the URL as it is`,
      help: (written) => `write {{ urlencode(${written}) }}`,
      wrap: "urlencode",
    },
    "url-query": {
      says: (source) => `brings ${source} into the query of the URL as it is`,
      help: (written) => `write {{ urlencode(${written}) }}, or pass it by query: { name: "{{ … }}" }`,
      wrap: "urlencode",
    },
    "form-field": {
      says: (source) => `brings ${source} into the fields of the form as it is`,
      help: (written) => `write {{ urlencode(${written}) }}, or pass it by form: { name: "{{ … }}" }`,
      wrap: "urlencode",
    },
  });
