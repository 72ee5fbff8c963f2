import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Wide: each reads one or two of the first ten, without more. Chain: each reads the two before it. Far: a chain in which
 * each also reads a resource far up, which it does not require itself. Scripts: wide, and a third of the resources are
 * scripts, of the shell and of Python; the other shapes have no Python, and half of theirs are scripts of the shell.
 */
export type Shape = "wide" | "chain" | "far" | "scripts";

const PER_FILE = 50;

/** Writes a workflow of `size` resources, in files of 50 documents each, into a folder. */
export function generate(folder: string, shape: Shape, size: number): void {
  mkdirSync(join(folder, "resources"), { recursive: true });
  writeFileSync(join(folder, "workflow.yaml"), workflow(shape, size));
  for (let first = 0; first < size; first += PER_FILE) {
    const count = Math.min(PER_FILE, size - first);
    const documents = Array.from({ length: count }, (_, index) => resource(shape, first + index));
    writeFileSync(join(folder, "resources", `part-${first / PER_FILE}.yaml`), documents.join("---\n"));
  }
}

function workflow(shape: Shape, size: number): string {
  const ends = isWide(shape) ? Array.from({ length: size }, (_, index) => index) : [size - 1];
  return `apiVersion: flowc/v1
kind: Workflow
metadata:
  name: ${shape}-${size}
  version: 1.0.0
settings:
  targetActionId: end
resources:
  - actionId: end
    name: The end
    requires: [${ends.map(id).join(", ")}]
    apiResponse:
      success: true
      response:
        last: output('${id(size - 1)}')
`;
}

function isWide(shape: Shape): boolean {
  return shape === "wide" || shape === "scripts";
}

function id(index: number): string {
  return `step${index}`;
}

/** The resources that one reads: one of the required ones, and one more. */
function reads(shape: Shape, index: number): readonly [number, number] | undefined {
  if (index === 0 || (isWide(shape) && index < 10)) return undefined;
  if (isWide(shape)) return [index % 10, (index * 7 + 3) % 10];
  return [index - 1, shape === "far" ? Math.floor(index / 3) : Math.max(0, index - 2)];
}

function resource(shape: Shape, index: number): string {
  const read = reads(shape, index);
  const required = new Set(shape === "far" ? read?.slice(0, 1) : read);
  const [near, other] = read?.map((number) => `output('${id(number)}')`) ?? ["info('timestamp')", "'nothing'"];
  const requires = read === undefined ? "" : `requires: [${[...required].map(id).join(", ")}]\n`;
  const all = shape === "scripts" ? bodiesWithScripts : bodies;
  const body = all[index % all.length]?.(index, near ?? "", other ?? "") ?? "";
  return index % 2 === 0
    ? longForm(index, requires, body)
    : `actionId: ${id(index)}\nname: Step ${index}\n${requires}${body}`;
}

function longForm(index: number, requires: string, body: string): string {
  const inner = body.replace(/^(?=.)/gm, "  ");
  const metadata = `metadata:\n  actionId: ${id(index)}\n  name: Step ${index}\n`;
  return `apiVersion: flowc/v1\nkind: Resource\n${metadata}${requires}run:\n${inner}`;
}

type Body = (index: number, near: string, other: string) => string;

const command: Body = (index, near, other) => `exec:
  command: |
    echo "step ${index}"
    grep -c -- "$PATTERN" <<END
    $TEXT
    END
    echo {{ quote(json(${near})) }} > /dev/null
  env:
    TEXT: "{{ json(${other}) }}"
    PATTERN: "{{ upper(string(json(${other}))) }}-${index}"
  timeout: 30s
`;
const program: Body = (index, near, other) => `exec:
  command: printf
  args: ["%s %s", "{{ json(${near}) }}", "{{ json(${other}) + '${index}' }}"]
  timeout: 30s
onError:
  action: continue
`;
const store: Body = (index, near) => `component:
  name: memory
  with:
    key: "key-${index}"
    value: json(${near})
`;
const keep: Body = (index, near, other) => `${command(index, near, other)}after:
  - set('name${index}', ${near})
  - set('total${index}', len(json(${near})) + ${index})
apiResponse:
  success: true
  response:
    name: get('name${index}')
    total: get('total${index}')
`;
const answer: Body = (index, near, other) => `validations:
  check:
    - len(json(${near})) > 1 && get('limit_${index}', 1) != nil
apiResponse:
  success: true
  response:
    first: ${near}
    second: json(${other})
    message: "step {{ get('greeting', 'hello') }} ${index}"
`;

const python: Body = (index, near, other) => `python:
  script: |
    import json
    rows = [inputs["near"], inputs["other"]]
    for number, row in enumerate(rows):
        print(json.dumps({"step": ${index}, "number": number, "row": row}))
  inputs:
    near: ${near}
    other: json(${other})
  timeout: 30s
`;

const bodiesWithScripts: readonly Body[] = [command, program, store, python, answer, program];
const bodies: readonly Body[] = [command, program, keep, store, command, program, answer, keep];
