/** What to write here for a function, a method or a field of other languages. */
export function otherSpelling(name: string): string | undefined {
  const spelling = spellings.get(name) ?? spellings.get(name.toLowerCase());
  return spelling === undefined ? undefined : `write ${spelling}`;
}

const spellings = new Map(
  Object.entries({
    "upper(…)": ["toupper", "touppercase", "uppercase", "upcase"],
    "lower(…)": ["tolower", "tolowercase", "lowercase", "downcase"],
    "len(…)": ["length", "size", "strlen", "count"],
    "int(…)": ["parseint", "toint", "atoi", "integer", "number"],
    "float(…)": ["parsefloat", "tofloat", "todouble", "double"],
    "string(…)": ["tostring", "str", "text"],
    "fromJSON(…)": ["json.parse", "parsejson", "jsonparse", "jsondecode", "loads"],
    "json(…)": ["json.stringify", "stringify", "jsonencode", "dumps"],
    "text contains part, or element in array": ["includes", "contains", "has"],
    "text startsWith part": ["startswith", "beginswith"],
    "text endsWith part": ["endswith"],
    "text matches pattern": ["match", "matches", "regex", "regexmatch", "test"],
    "text[from:to]": ["substring", "substr", "slice", "mid"],
    "trim(…)": ["strip", "trimspace"],
    "replace(…)": ["replaceall", "gsub"],
    "concat(array, [element])": ["push", "append"],
    "uniq(…)": ["unique", "distinct"],
    "reduce(…)": ["fold"],
    "any(…)": ["some"],
    "all(…)": ["every"],
    "default(value, other), or value ?? other": ["coalesce", "ifnull", "nvl", "orelse"],
    "len(…) == 0": ["isempty", "empty"],
    "value == nil": ["isnull", "isnil"],
    "a + b, or a template: {{ … }}": ["format", "sprintf", "printf"],
    "urlencode(…)": ["encodeuricomponent", "urlquote", "queryescape"],
    "toBase64(…)": ["base64", "b64enc", "btoa", "base64encode"],
    "fromBase64(…)": ["b64dec", "atob", "base64decode"],
    "quote(…)": ["shellquote", "shellescape", "shquote", "shlex"],
    "now()": ["date.now", "time.now", "today"],
    "test ? a : b": ["iif", "ternary"],
    "range as from..to": ["range"],
  }).flatMap(([spelling, names]) => names.map((name) => [name, spelling] as const)),
);
