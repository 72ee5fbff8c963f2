import type { OutputFile } from "../../5-bundle/bundle.ts";
import { bundleName } from "../../5-bundle/bundle-name.ts";
import type { Plan } from "../../nouns/plan.ts";
import { runMode } from "../run-mode.ts";
import { serviceName } from "../service-name.ts";
import { onCalendar } from "./on-calendar.ts";
import { description, serviceUnit } from "./service-unit.ts";
import { unitText } from "./unit-text.ts";

/** A timer starts nothing while its service runs. */
const overlaps = ["skip"];

/** The service of a workflow, and where a timer can follow its schedule, that timer. */
export function unitFiles(plan: Plan): readonly (OutputFile & { readonly kind: "text" })[] {
  const bundle = `${bundleName(plan.name)}.mjs`;
  const unit = serviceName(plan.name);
  const mode = runMode(plan, overlaps);
  // A build replaces only files that begin with this line: it has to stay as it is from one flowc to the next.
  const head = `# Written by flowc build --target systemd for ${bundle}; the next build replaces it.\n`;
  const changes = (name: string) => `# Put changes into /etc/systemd/system/${name}.d/: systemctl edit ${name}\n`;
  const file = (name: string, text: string) =>
    ({ name, kind: "text", text: `${head}${changes(name)}\n${text}`, executable: false }) as const;
  return [
    file(`${unit}.service`, serviceUnit(plan, mode, { unit, bundle })),
    ...(mode === "timed" ? [file(`${unit}.timer`, timerUnit(plan))] : []),
  ];
}

/** The timer of a workflow (systemd.timer(5)). */
function timerUnit(plan: Plan): string {
  const { schedule } = plan;
  if (schedule === undefined) throw new Error("a timer without a schedule");
  return unitText([
    { name: "Unit", lines: [`Description=Schedule of ${description(plan)}`] },
    {
      name: "Timer",
      lines: [
        ...onCalendar(schedule).map((time) => `OnCalendar=${time}`),
        "AccuracySec=1s",
        `Persistent=${schedule.catchUp ? "yes" : "no"}`,
      ],
    },
    { name: "Install", lines: ["WantedBy=timers.target"] },
  ]);
}
