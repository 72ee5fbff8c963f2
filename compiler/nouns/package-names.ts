/**
 * True for a package of an operating system: a name as Debian (Policy 5.6.1) and Alpine have it, with `=version` where
 * one is asked for. A final `-` is refused: apt-get would remove the package.
 */
export function isOsPackage(text: string): boolean {
  return text.length <= maxLength && osPackage.test(text);
}

/**
 * True for a requirement as pip reads it (PEP 508): a name with extras, versions or a URL, and a marker. Options of pip
 * are none, and there is no line break in one.
 */
export function isPythonPackage(text: string): boolean {
  return text.length <= maxLength && /^[\x20-\x7e]+$/.test(text) && requirement.test(text);
}

/** True for a version of Python as `pythonVersion` has it: `3`, `3.12`, `3.12.4`. */
export function isPythonVersion(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){0,2}$/.test(text);
}

const maxLength = 1_000;

const osPackage = /^[a-z0-9](?:[a-z0-9+._-]*[a-z0-9+])(?:=[A-Za-z0-9][A-Za-z0-9.+:~_-]*)?$/;

const requirement = new RegExp(
  [
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/, // name
    /(?:\[[A-Za-z0-9._-]+(?:,\s?[A-Za-z0-9._-]+)*\])?\s*/, // extras
    /(?:@\s*(?:https?|file|git\+https|git\+ssh):\/\/[^\s;]+\s*|(?:(?:===?|~=|!=|<=?|>=?)\s*[A-Za-z0-9._*+!-]+\s*(?:,\s*(?!;|$)|(?=;|$)))*)/, // version or URL
    /(?:;\s*(?=[^;]*(?:[<>=!~]=|[<>]|\bin\b))[\w\s.'"<>=!()~,*+-]+)?$/, // environment marker
  ]
    .map(({ source }) => source)
    .join(""),
);
