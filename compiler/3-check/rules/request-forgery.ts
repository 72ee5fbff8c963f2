import { reportSplices } from "../taint/report-splices.ts";
import type { Rule } from "./rule.ts";

const help = () =>
  "write the host out, or check the value against those that are allowed: … in ['https://a.example.com/']";

/** Tainted text that says to which host a request goes. */
export const requestForgery: Rule = (context) =>
  reportSplices("request-forgery", context, {
    "url-start": { says: (source) => `lets ${source} choose the host of the request`, help },
    "url-host": { says: (source) => `lets ${source} choose the host of the request`, help },
  });
