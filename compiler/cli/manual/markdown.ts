import { unreachable } from "../../nouns/unreachable.ts";
import { type Block, manual } from "./content.ts";

/** docs/commands.md. */
export function manualMarkdown(): string {
  return `# flowc

${manual().map(written).join("\n")}
## See also

[workflows.md](workflows.md), [check.md](check.md), [events.md](events.md), [diagnostics.md](diagnostics.md),
[agent-mode.md](agent-mode.md)
`;
}

function written(block: Block): string {
  switch (block.kind) {
    case "section":
      return `## ${block.text}\n`;
    case "subsection":
      return `### ${block.text}\n`;
    case "text":
      return `${escaped(block.text)}\n`;
    case "shell":
      return `\`\`\`sh\n${block.lines.join("\n")}\n\`\`\`\n`;
    case "terms": {
      const lines = block.rows.map(([term, meaning]) => `| \`${cell(term)}\` | ${cell(escaped(meaning))} |\n`);
      return `| ${block.title} | |\n|---|---|\n${lines.join("")}`;
    }
    default:
      return unreachable(block);
  }
}

/** Outside of code, what looks like a tag would be one. */
function escaped(text: string): string {
  return text.replaceAll(/<(\w+)>/g, "&lt;$1&gt;");
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}
