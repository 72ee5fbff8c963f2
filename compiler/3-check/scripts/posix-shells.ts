/** Shells whose language is read: POSIX's and what grew out of it. */
export const posixShells: ReadonlySet<string> = new Set(["sh", "dash", "ash", "bash", "ksh"]);
