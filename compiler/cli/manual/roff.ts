import { unreachable } from "../../nouns/unreachable.ts";
import { type Block, manual, type Term } from "./content.ts";

/** The manual page flowc(1), in the man macros of roff (groff_man(7), mandoc's man(7)), ASCII only. */
export function manualRoff(version: string): string {
  return `.TH FLOWC 1 "" "flowc ${version}" "flowc"
${manual().map(written).join("")}.SH SEE ALSO
.PP
node(1), npx(1), and the folder docs of the package
`;
}

function written(block: Block): string {
  switch (block.kind) {
    case "section":
      return `.SH ${escaped(block.text.toUpperCase())}\n`;
    case "subsection":
      return `.SS ${escaped(block.text)}\n`;
    case "text":
      return `.PP\n${formatted(block.text)}\n`;
    case "shell":
      return `.PP\n.RS 4\n.nf\n${block.lines.map((line) => `${escaped(line)}\n`).join("")}.fi\n.RE\n`;
    case "terms":
      return block.rows.map((row) => definition(row, block.title)).join("");
    default:
      return unreachable(block);
  }
}

function definition([term, meaning]: Term, title: string): string {
  const named = title === "exit code" ? `${title} ${term}` : term;
  return `.TP\n\\fB${escaped(named)}\\fR\n${formatted(meaning)}\n`;
}

/** What stands in backticks in bold. */
function formatted(text: string): string {
  return escaped(text).replaceAll(/`([^`]*)`/g, String.raw`\fB$1\fR`);
}

/** What roff would print as a typographic relative: commands are to be copied. */
const plain: Readonly<Record<string, string>> = { "-": "\\-", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti" };

/** Text that roff prints as it is; a line that starts with a dot would be a request. */
function escaped(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll(/[-'^~]/g, (character) => plain[character] ?? character)
    .replaceAll(/^\./gm, String.raw`\&.`)
    .replaceAll(/[^\x20-\x7e\n]/gu, (character) => `\\[u${hexadecimal(character)}]`);
}

function hexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
