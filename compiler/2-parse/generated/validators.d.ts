export const workflow: import("ajv").ValidateFunction;
export const resource: import("ajv").ValidateFunction;
export const component: import("ajv").ValidateFunction;
