import { pathPlaces } from "./path-places.ts";
import type { FindPlaces } from "./text-place.ts";

/** Where templates stand in a connection string, as far as it is the path of a file: `sqlite://data/{{ … }}.db`. */
export const connectionPlaces: FindPlaces = ([scheme = "", ...rest]) => {
  const start = /^\s*sqlite:(?:\/\/)?/.exec(scheme)?.[0];
  if (start === undefined) return [];
  const path = scheme.slice(start.length);
  return pathPlaces(path === "" ? rest : [path, ...rest]);
};
