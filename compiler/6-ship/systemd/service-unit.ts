import type { Plan } from "../../nouns/plan.ts";
import { environmentNames } from "../environment-names.ts";
import type { RunMode } from "../run-mode.ts";
import { sandbox } from "./sandbox.ts";
import { type UnitSection, unitText, unitValue } from "./unit-text.ts";

/** What a unit is called, and which bundle it starts. */
export interface ServiceNames {
  readonly unit: string;
  /** File name of the bundle. */
  readonly bundle: string;
}

/** The service of a workflow (systemd.service(5)). */
export function serviceUnit(plan: Plan, mode: RunMode, names: ServiceNames): string {
  const home = `/var/lib/${names.unit}`;
  const sections: readonly UnitSection[] = [
    {
      name: "Unit",
      lines: [`Description=${description(plan)}`, "Wants=network-online.target", "After=network-online.target"],
    },
    {
      name: "Service",
      lines: [
        ...startLines(plan, mode, names),
        "# A user of its own, and a folder for what it keeps.",
        "DynamicUser=yes",
        `StateDirectory=${names.unit}`,
        "StateDirectoryMode=0700",
        `WorkingDirectory=${home}`,
        `Environment=HOME=${home} NODE_ENV=production`,
        ...environmentLines(plan, names),
        ...sandbox(plan, home),
      ],
    },
    ...(mode === "server" || mode === "resident" ? [{ name: "Install", lines: ["WantedBy=multi-user.target"] }] : []),
  ];
  return unitText(sections);
}

/** What a unit is, for people. */
export function description({ name, description: about }: Plan): string {
  return unitValue(about === undefined ? name : `${name}: ${about}`);
}

function startLines({ timeoutMs }: Plan, mode: RunMode, { unit, bundle }: ServiceNames): readonly string[] {
  const start = `ExecStart=/usr/bin/env node /usr/local/lib/${unit}/${bundle}`;
  const seconds = timeoutMs === undefined ? undefined : Math.ceil(timeoutMs / 1000) + 10;
  // Only the workflow itself is asked to stop: what it has started it ends itself.
  const stop = ["KillMode=mixed", "KillSignal=SIGTERM"];
  switch (mode) {
    case "server":
      return [
        "Type=exec",
        start,
        "Restart=on-failure",
        "# Running requests have 10 seconds.",
        ...stop,
        "TimeoutStopSec=15s",
      ];
    case "resident":
      return [
        "Type=exec",
        `${start} --scheduled`,
        "Restart=on-failure",
        "# A run under way may end.",
        ...stop,
        `TimeoutStopSec=${seconds === undefined ? "infinity" : `${seconds}s`}`,
      ];
    case "timed":
    case "once":
      return ["Type=oneshot", start, ...stop, ...(seconds === undefined ? [] : [`TimeoutStartSec=${seconds}s`])];
  }
}

/** Values are in a file that only root reads, never in the unit, which everybody can. */
function environmentLines(plan: Plan, { unit }: ServiceNames): readonly string[] {
  const variables = environmentNames(plan, "command");
  const file = `/etc/${unit}.env`;
  const needed = plan.requiredEnvironment.length > 0;
  const about = variables.length === 0 ? "Variables" : `It reads ${variables.join(", ")}`;
  return [`# ${about}: as lines NAME=value in a file of mode 0600.`, `EnvironmentFile=${needed ? "" : "-"}${file}`];
}
