/** Stands in for optional parts of the database drivers (build.ts), which nothing here asks for. */
export const leftOut = true;
