import ofAjv from "ajv/dist/runtime/ucs2length.js";

/** The length of a text in code points, for `minLength` and `maxLength`. */
export const ucs2length = ofAjv.default;
