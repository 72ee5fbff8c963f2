import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import { bundleName } from "../../compile.ts";
import { initSpec } from "../command-table/init.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { type NewFile, writeNewFiles } from "../shared/write-new-files.ts";

/** `flowc init DIR`: writes a small workflow that runs at once, all of it or nothing. */
export const init: Command = async (argv, context) => {
  const { values, positionals } = readArguments(initSpec, argv);
  const [given] = positionals;
  if (given === "") throw new UsageError("the path is empty");
  if (/\p{Cc}/u.test(given)) throw new UsageError("the name of the folder has control characters in it");
  const folder = resolve(context.workingFolder, given);
  refuseWhatIsInTheWay(folder, given);
  const files = templateFiles(join(context.packageFolder, "templates", values.template));
  writeNewFiles(
    folder,
    files.map((file) => personal(file, folder)),
  );
  await context.print(nextSteps(given, values.template, folder, context));
  return 0;
};

/** What a new npm package or git repository holds. */
const harmless = new Set([".git", "package.json", "package-lock.json", "node_modules"]);

function refuseWhatIsInTheWay(folder: string, shown: string): void {
  let found: readonly string[];
  try {
    if (!statSync(folder, { throwIfNoEntry: false })) return;
    found = readdirSync(folder).filter((name) => !harmless.has(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === "ENOTDIR" ? `${shown} is a file` : `cannot read ${shown}: ${reason(error)}`);
  }
  if (found.length === 0) return;
  const listed = found
    .toSorted()
    .slice(0, 5)
    .map((name) => JSON.stringify(name));
  const more = found.length > listed.length ? ` and ${found.length - listed.length} more` : "";
  throw new UsageError(`${shown} is not empty: it holds ${listed.join(", ")}${more}; nothing was written`);
}

/** The files of a template. npm leaves out files called .gitignore: there it is without the dot. */
function templateFiles(template: string): readonly NewFile[] {
  return readdirSync(template, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(template, name)).isFile())
    .sort()
    .map((name) => ({
      name: name === "gitignore" ? ".gitignore" : name,
      text: readFileSync(join(template, name), "utf8"),
    }));
}

/** With the name that the folder gives it, and in YAML with the schema that editors check it by. */
function personal({ name, text }: NewFile, folder: string): NewFile {
  const kind = /^(?:(workflow)(?:\.(test))?|resources\/[^/]+)\.yaml$/.exec(name.replaceAll("\\", "/"));
  const comment = kind === null ? "" : schemaComment(kind[2] ?? kind[1] ?? "resource", join(folder, name));
  return { name, text: comment + text.replaceAll("my-workflow", workflowName(folder)) };
}

/** The folder's name in letters that a file name may have everywhere; `é` becomes `e`. */
function workflowName(folder: string): string {
  const plain = basename(folder).normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return bundleName(plain).replace(/-+$/, "");
}

/** Read by the YAML language server. Empty where flowc is not installed in the folder or above: a path of this machine would help nobody else. */
function schemaComment(kind: string, file: string): string {
  for (let above = join(file, ".."); ; above = join(above, "..")) {
    const schema = join(above, "node_modules", "flowc", "dist", "schemas", `${kind}.schema.json`);
    if (statSync(schema, { throwIfNoEntry: false })) {
      const path = relative(join(file, ".."), schema).replaceAll("\\", "/");
      return `# yaml-language-server: $schema=${path.startsWith(".") ? path : `./${path}`}\n`;
    }
    if (above === join(above, "..")) return "";
  }
}

function nextSteps(given: string, template: string, folder: string, { workingFolder, environment }: Context): string {
  const path = given.startsWith("-") ? `./${given}` : given;
  const shown = /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  // Set by npm where npx started flowc.
  const flowc = environment["npm_command"] === "exec" ? "npx flowc" : "flowc";
  const where = folder === workingFolder ? "this folder" : given;
  const more = template === "server" ? "  # serves until Ctrl-C" : " --input name=Ada";
  return `wrote a workflow into ${where}; next:

  ${flowc} run ${shown}${more}
  ${flowc} check ${shown}
  ${flowc} test ${shown}
  ${flowc} build ${shown}`;
}
