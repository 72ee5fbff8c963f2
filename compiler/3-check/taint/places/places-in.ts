import type { TextFormat } from "../../../nouns/formatted-text.ts";
import { connectionPlaces } from "./connection-places.ts";
import { formPlaces } from "./form-places.ts";
import { headerPlaces } from "./header-places.ts";
import { jsonPlaces } from "./json-places.ts";
import { pathPlaces } from "./path-places.ts";
import type { FindPlaces } from "./text-place.ts";
import { urlPlaces } from "./url-places.ts";

/** How the places of templates are found in texts of each format. */
export const placesIn: Readonly<Record<TextFormat, FindPlaces>> = {
  json: jsonPlaces,
  form: formPlaces,
  url: urlPlaces,
  header: headerPlaces,
  path: pathPlaces,
  connection: connectionPlaces,
};
