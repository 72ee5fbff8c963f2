/** A path and a method that are declared: `/users/:id`, GET. */
export interface DeclaredRoute {
  readonly path: string;
  readonly method: string;
}

/** The first route that takes requests of this method and decoded path. GET answers HEAD too, as in all of HTTP. */
export function findRoute<Route extends DeclaredRoute>(
  routes: readonly Route[],
  method: string,
  path: string,
): Route | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  for (const route of routes) if (route.method === wanted && takesPath(route, path)) return route;
  return undefined;
}

/** True where the path is the declared one, its parameters filled in. */
export function takesPath({ path: declared }: Pick<DeclaredRoute, "path">, path: string): boolean {
  return declared === path || (declared.includes(":") && pathParameters(declared, path) !== undefined);
}

/** The parameters of a declared path such as `/users/:id` in a decoded path; undefined where it does not fit. */
export function pathParameters(declared: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = declared.split("/");
  const segments = path.split("/");
  if (names.length !== segments.length) return undefined;
  const parameters: Record<string, string> = Object.create(null);
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? "";
    if (name.startsWith(":") && segment !== "") parameters[name.slice(1)] = decoded(segment, decodeURIComponent);
    else if (name !== segment) return undefined;
  }
  return parameters;
}

/** A path without its percent-encoding, but for what would end a segment and for `%` itself: `%2F`, `%25`. */
export function decodedPath(path: string): string {
  return path.includes("%") ? decoded(path, (text) => decodeURI(text.replaceAll("%25", "%2525"))) : path;
}

/** What is not valid stays as it is. */
function decoded(text: string, decode: (text: string) => string): string {
  if (!text.includes("%")) return text;
  try {
    return decode(text);
  } catch {
    return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
      try {
        return decode(encoded);
      } catch {
        return encoded;
      }
    });
  }
}
