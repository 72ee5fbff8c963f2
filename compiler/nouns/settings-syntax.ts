import type { Located } from "./source.ts";
import type { ValueSyntax } from "./value-syntax.ts";

/** `settings.apiServer` beside its routes; undefined where nothing is said. */
export interface ApiServerSyntax {
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly token: ValueSyntax | undefined;
  readonly allowOrigins: readonly string[] | undefined;
  readonly maxBodyBytes: number | undefined;
  readonly maxConcurrent: number | undefined;
  readonly requestTimeoutMs: number | undefined;
  readonly healthPath: string | undefined;
  readonly trustProxy: number | undefined;
}

export interface RouteSyntax {
  readonly path: string;
  readonly methods: readonly string[];
}

export interface DeclaredRoute {
  readonly path: Located<string>;
  /** Empty: all methods. */
  readonly methods: readonly Located<string>[];
}

/** One of `settings.sqlConnections`. */
export interface ConnectionSyntax {
  readonly name: Located<string>;
  readonly url: ValueSyntax;
  /** Which database it is, where the connection string does not show it. */
  readonly driver: Located<string> | undefined;
  /** A file of SQL, or a folder of them, that makes its tables. */
  readonly schema: Located<string> | undefined;
  readonly settings: Readonly<Record<string, number>>;
}

/** What `agentSettings` says of Python. */
export interface PythonSyntax {
  readonly packages: readonly Located<string>[];
  readonly version: Located<string> | undefined;
}
