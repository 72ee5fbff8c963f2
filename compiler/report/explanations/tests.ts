import { explanation } from "./explanation.ts";

/** Codes about tests of workflows, `*.test.yaml`. Their examples test the workflow of `testedExample`. */
export const testExplanations = {
  "test-workflow": explanation(
    `
    A file of tests says in \`workflow\` which workflow it tests, as a path from the file; without that it tests the one
    beside it, or the one above its folder \`tests/\`. There is none at that place.
    `,
    `
    workflow: ../no-such-folder
    tests:
      - name: completes
        given: { fetch: { body: { price: 3 } } }
    `,
    `
    tests:
      - name: completes
        given: { fetch: { body: { price: 3 } } }
    `,
  ),
  "test-unknown-resource": explanation(
    `
    A test gives an answer to a resource, or expects something of one, that the workflow does not have. Resources are named
    by their actionId; those inside a component by the resource that calls it: \`caller/id\`.

    Below, the workflow has the resources \`fetch\` (httpClient) and \`total\`.
    `,
    `
    tests:
      - name: completes
        given: { fetsh: { body: { price: 3 } } }
    `,
    `
    tests:
      - name: completes
        given: { fetch: { body: { price: 3 } } }
    `,
  ),
  "test-answer": explanation(
    `
    What a test gives is what the resource would get from the world: the fields of its result or its bare value, a list of
    these for items and for one call after another, or a failure under \`fails\`. Here a field is one that such a result
    does not have, a value has another type, or a failure has a class that does not exist.

    Below, \`fetch\` is an httpClient: its answers have \`statusCode\`, \`headers\` and \`body\`.
    `,
    `
    tests:
      - name: completes
        given: { fetch: { statuscode: 200, body: { price: 3 } } }
    `,
    `
    tests:
      - name: completes
        given: { fetch: { statusCode: 200, body: { price: 3 } } }
    `,
  ),
  "test-expectation": explanation(
    `
    No run can give what the test expects: a field that the result does not have, a value of another type, more attempts
    than \`maxRetries\` allows, a response of a run without a request, a status that the route does not answer with, an event
    or a state that does not exist, a call of a resource that asks nothing. As data is compared exactly, so can a map
    that lacks a key which the response always has. An expression of \`that\` sees \`value\` alone, and must be a bool.

    Below, the workflow has no routes, and \`fetch\` is tried once.
    `,
    `
    tests:
      - name: completes
        given: { fetch: { body: { price: 3 } } }
        expect: { resources: { fetch: { status: completed, attempts: 2 } } }
    `,
    `
    tests:
      - name: completes
        given: { fetch: { body: { price: 3 } } }
        expect: { resources: { fetch: { status: completed, attempts: 1 } } }
    `,
  ),
  "test-unused": explanation(
    `
    An answer is given for a resource that asks nothing of the world, such as one with only an \`apiResponse\`: no run of
    the test ever asks for it. A test whose own answers no call has asked for fails when it runs.
    `,
    `
    tests:
      - name: completes
        given: { fetch: { body: { price: 3 } }, total: 3 }
    `,
    `
    tests:
      - name: completes
        given: { fetch: { body: { price: 3 } } }
    `,
  ),
};
