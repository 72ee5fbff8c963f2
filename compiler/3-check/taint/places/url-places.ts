import { charactersIn } from "../characters.ts";
import { isInName } from "./form-places.ts";
import type { FindPlaces, TextParts, TextPlace } from "./text-place.ts";

/** Where in a URL the text so far ends; `base`: in what the first template gives, which is at least a host. */
type Section = "start" | "base" | "host" | "path" | "query" | "fragment";

const start: TextPlace = { kind: "url-start", special: charactersIn(":") };
/** `urlencode` holds no host: of `%2E` and the like, servers of names read the character. */
const wholeHost: TextPlace = { kind: "url-host", special: charactersIn("/\\?#@:%") };
const partOfHost: TextPlace = { kind: "url-host", special: charactersIn("/\\?#@") };
const behindBase: TextPlace = { kind: "url-path", special: charactersIn("/\\?#@:") };
const inPath: TextPlace = { kind: "url-path", special: charactersIn("/\\?#") };
const inName: TextPlace = { kind: "url-query", special: charactersIn("&#=") };
const inValue: TextPlace = { kind: "url-query", special: charactersIn("&#") };

/** Where templates stand in a URL. */
export const urlPlaces: FindPlaces = (parts) => {
  const [first] = parts;
  // No other scheme is requested, which `invalid-url` says.
  if (first !== undefined && /^\s*(?!https?:)[a-z][a-z0-9+.-]*:/i.test(first)) return [];
  let section: Section = "start";
  let before = "";
  return parts.flatMap((part, index) => {
    if (part !== undefined) {
      section = sectionAfter(part, section);
      before += part;
      return [];
    }
    const place = placeIn(section, before, parts.slice(index + 1));
    if (section === "start") section = "base";
    return [place];
  });
};

function placeIn(section: Section, before: string, after: TextParts): TextPlace | undefined {
  switch (section) {
    case "start":
      return start;
    case "base":
      return behindBase;
    case "host":
      return endsHost(after) ? partOfHost : wholeHost;
    case "path":
      return inPath;
    case "query":
      return isInName(before) ? inName : inValue;
    case "fragment":
      return undefined;
  }
}

/** Whether the author writes how the host ends: `.example.com`, or all of it behind user and password. */
function endsHost(after: TextParts): boolean {
  const rest = after.map((part) => part ?? "").join("");
  return /^[^/\\?#]*(?:\.[a-z]|@)/i.test(rest);
}

function sectionAfter(text: string, from: Section): Section {
  const scheme =
    from === "start" ? /^\s*[a-z][a-z0-9+.-]*:[\\/]*/i.exec(text) : from === "base" ? /^:\/\//.exec(text) : null;
  let section: Section = scheme === null && from !== "start" ? from : "host";
  for (const character of text.slice(scheme?.[0].length ?? 0)) section = next(section, character);
  return section;
}

function next(section: Section, character: string): Section {
  if (section === "fragment" || character === "#") return "fragment";
  if (section === "query" || character === "?") return "query";
  return section !== "path" && (character === "/" || character === "\\") ? "path" : section;
}
