import ofAjv from "ajv/dist/runtime/equal.js";

/** Whether two values are the same JSON, for `const`, `enum` and `uniqueItems`. */
export const equal = ofAjv.default;
