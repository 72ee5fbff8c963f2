/** What is fixed about one diagnostic code: how bad it is and what it is about, in a few words. */
export interface CodeInfo {
  readonly severity: Severity;
  readonly title: string;
}

export type Severity = "error" | "warning";

/** Every diagnostic flowc can give. Codes are permanent: users silence and search for them by name. */
export const codes = {
  "yaml-syntax": error("the file is not valid YAML"),
  "duplicate-key": error("a key appears twice in one map"),
  "unknown-key": error("a key that flowc does not know"),
  schema: error("a value of the wrong shape"),
  "unknown-value": error("a word that is not one of those allowed"),
  "out-of-range": error("a number beyond its limits"),
  "empty-value": error("a text or a list that must not be empty"),
  "invalid-default": error("a default that its own schema refuses"),
  "unknown-reference": error("a $ref that leads to nothing"),
  "invalid-duration": error("a duration that cannot be read"),
  "invalid-schedule": error("a schedule that cannot be followed"),
  "invalid-url": error("a URL that cannot be reached as it is written"),
  "invalid-path": error("a path that no request or file can have"),
  "invalid-http": error("a status, a method or a header that HTTP does not allow"),
  "invalid-package": error("a package or a Python version that cannot be installed"),
  "invalid-name": error("a name that cannot be used in its place"),
  "conflicting-keys": error("keys that contradict each other"),
  "unused-setting": warning("a setting that does nothing beside the others"),
  "api-version": error("an apiVersion that does not end in /v1"),
  "no-executor": error("a resource that does nothing"),
  "many-executors": error("a resource with more than one executor"),
  "duplicate-action": error("two resources with one actionId"),
  "missing-target": error("a workflow that names no target"),
  "unknown-target": error("a target that is not a resource"),
  "unknown-dependency": error("a requires entry that is not a resource"),
  "dependency-cycle": error("resources that wait for each other"),
  "unknown-action": error("a resource that does not exist is read"),
  "unknown-name": error("a name that nothing provides"),
  "missing-requires": error("a value is read from a resource that is not upstream"),
  "wrong-executor": error("an accessor of another executor"),
  "unknown-field": error("a field that the value does not have"),
  "ambiguous-name": error("one name for two things"),
  "expression-syntax": error("an expression that cannot be read"),
  "unterminated-template": error("a template without its closing braces"),
  "unknown-function": error("a function that does not exist"),
  "wrong-arguments": error("a call with arguments that do not fit"),
  "type-mismatch": error("values of types that do not go together"),
  "invalid-regex": error("a regular expression that cannot be read"),
  "literal-looks-like-expression": warning("text that contains what looks like a call"),
  "maybe-nil": warning("a value that may be nil where nil fails"),
  "constant-condition": warning("a condition that is always the same"),
  "shell-syntax": error("a shell script that no shell can read"),
  "python-syntax": error("a Python script that Python cannot read"),
  "json-syntax": warning("a body that should be JSON and is not"),
  "not-posix": warning("a script for sh that needs bash"),
  "shell-lint": warning("a shell script that ShellCheck warns of"),
  "python-lint": warning("a Python script that Ruff warns of"),
  "unchecked-line": warning("a script that goes on when a line of it fails"),
  "constant-failure": error("an expression that fails in every run"),
  "unused-name": warning("a name that nothing reads"),
  "number-spelling": warning("a number that loses its spelling as text"),
  "set-race": warning("a name that two resources store in no order"),
  "unknown-component": error("a component that does not exist"),
  "outside-component": error("a component that reaches outside its folder"),
  "component-input": error("inputs that a component does not take"),
  "unknown-connection": error("a database connection that is not declared"),
  "openapi-mismatch": error("a request that does not fit its OpenAPI operation"),
  "sql-syntax": error("SQL that the database cannot read"),
  "sql-parameters": error("values that do not fit a statement's placeholders"),
  "sql-schema": error("SQL that does not fit the tables of its database"),
  "unused-ignore": warning("a flowc-ignore comment that silences nothing"),
  "shell-injection": warning("a value from outside is read by a shell"),
  "code-injection": warning("a value from outside is read by an interpreter as code"),
  "sql-injection": warning("a value from outside is read by a database as SQL"),
  "json-injection": warning("a value from outside is read as a part of JSON"),
  "url-injection": warning("a value from outside is read as a part of a URL or a form"),
  "header-injection": warning("a value from outside is read as a part of a header"),
  "path-injection": warning("a value from outside leads to files elsewhere"),
  "request-forgery": warning("a value from outside says where a request goes"),
  "option-injection": warning("a value from outside is read as an option of a program"),
  "not-followed": warning("a value whose sources are too many or too far to follow"),
  "unanchored-check": warning("a check whose pattern does not hold the whole value"),
  "hardcoded-secret": warning("a secret that is written out"),
  "missing-timeout": warning("an executor that may run forever"),
  "unreachable-resource": warning("a resource that nothing runs"),
  "unbound-route": warning("a route that no resource answers"),
  "unknown-route": error("a route that is not declared"),
  "method-not-declared": error("a method that none of its routes declares"),
  "duplicate-route": error("one method of one path twice"),
  "not-durable": error("what a run on many machines cannot go on with"),
  "not-shared": warning("what each machine has by itself, in a run on many"),
  "test-workflow": error("tests of a workflow that is not there"),
  "test-unknown-resource": error("a test names a resource that does not exist"),
  "test-answer": error("an answer that its resource cannot get"),
  "test-expectation": error("an expectation that can never hold"),
  "test-unused": warning("an answer that no run asks for"),
} as const satisfies Record<string, CodeInfo>;

export type Code = keyof typeof codes;

function warning(title: string): CodeInfo {
  return { severity: "warning", title };
}

function error(title: string): CodeInfo {
  return { severity: "error", title };
}
