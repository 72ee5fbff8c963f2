/** The steps into a value, such as `["user", "name"]`; `*` is any element. */
export type Path = readonly string[];
