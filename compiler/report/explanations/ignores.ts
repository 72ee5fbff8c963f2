import { explanation } from "./explanation.ts";

/** Codes about the comments that silence others. */
export const ignoreExplanations = {
  "unused-ignore": explanation(
    `
    A \`# flowc-ignore\` comment silences nothing: what it was written for has been fixed, the code in it does not exist,
    or it is not directly above the line that the finding starts on. It would hide the next finding of that code
    there. Unused comments are not reported while a workflow has errors, which may hide other findings.
    `,
    `
    actionId: answer
    validations:
      # flowc-ignore constant-condition -- until the limit is known
      check: ["len(get('city')) < 20"]
    apiResponse: { response: fine }
    `,
    `
    actionId: answer
    validations:
      # flowc-ignore constant-condition -- until the limit is known
      check: ["1 < 2"]
    apiResponse: { response: fine }
    `,
  ),
};
