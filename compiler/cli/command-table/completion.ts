import type { CommandSpec } from "./spec.ts";

export const completionSpec = {
  name: "completion",
  summary: "print what completes flowc's commands in a shell",
  description: `Prints a script that teaches a shell to complete flowc's commands, options and their values, paths, codes and \
components. It goes into the file that the shell reads when it starts, as the examples show; for zsh after compinit.`,
  argument: {
    name: "SHELL",
    count: "one",
    needs: "a shell: bash, zsh or fish",
    noun: "shell",
    completes: ["bash", "zsh", "fish"],
  },
  options: {},
  exitCodes: [
    ["0", "printed"],
    ["2", "bad usage or another shell"],
  ],
  examples: [
    [
      "flowc completion bash > ~/.local/share/bash-completion/completions/flowc",
      "bash, where bash-completion is installed",
    ],
    [
      `eval "$(flowc completion zsh)"`,
      "as a line of ~/.zshrc: follows each new version of flowc; with bash in the place of zsh, of ~/.bashrc",
    ],
    [`flowc completion fish > ~/.config/fish/completions/flowc.fish`, "fish"],
  ],
} as const satisfies CommandSpec;
