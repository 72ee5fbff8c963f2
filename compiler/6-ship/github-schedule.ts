import type { OutputFile } from "../5-bundle/bundle.ts";
import type { Plan } from "../nouns/plan.ts";
import type { Schedule } from "../nouns/schedule.ts";
import { environmentNames } from "./environment-names.ts";
import { type Comment, yamlText } from "./yaml-text.ts";

/** Of the file beside an action that runs it on a schedule. */
export const scheduleEnding = ".schedule.yml";

/**
 * A workflow of GitHub that runs the action of a bundle on the schedule of `settings.schedule`, to be copied into
 * `.github/workflows/` (GitHub's "Workflow syntax"); none where there is no schedule.
 */
export function scheduleFile(plan: Plan, fileName: string): readonly OutputFile[] {
  const { schedule } = plan;
  if (schedule === undefined) return [];
  const folder = `.github/actions/${fileName}`;
  const variables = environmentNames(plan, "command").filter((name) => !/^GITHUB_/i.test(name));
  const text = yamlText(
    {
      name: fileName,
      on: {
        schedule: [{ cron: schedule.cron, timezone: schedule.timeZone }],
        workflow_dispatch: null,
      },
      permissions: { contents: "read" },
      concurrency: { group: `schedule-${fileName}`, "cancel-in-progress": schedule.overlap === "cancel" },
      jobs: {
        run: {
          "runs-on": "ubuntu-latest",
          steps: [
            { uses: "actions/checkout@v5" },
            {
              uses: `./${folder}`,
              ...(variables.length > 0 && {
                env: Object.fromEntries(variables.map((name) => [name, `\${{ secrets.${name} }}`])),
              }),
            },
          ],
        },
      },
    },
    notes(schedule),
  );
  const head = [
    `# Written by flowc build --target github-action for ${fileName}.mjs; the next build replaces it.`,
    `# Copy it to .github/workflows/${fileName}.yml; the action lies in ${folder}.`,
    "",
  ].join("\n");
  return [{ kind: "text", name: `${fileName}${scheduleEnding}`, text: head + text, executable: false }];
}

/** What GitHub does in another way than the schedule asks. */
function notes({ overlap, catchUp, fields }: Schedule): readonly Comment[] {
  const often = closest(fields.minute) < 5 ? "GitHub starts no schedule more often than every 5 minutes. " : "";
  const missed = catchUp ? "What it misses it does not make up for." : "";
  const said = `${often}${missed}`.trim();
  const waits = "While one runs, GitHub lets the latest other wait and drops those between.";
  return [
    ...(said === "" ? [] : [[["on", "schedule"], said] as const]),
    ...(overlap === "cancel" ? [] : [[["concurrency"], waits] as const]),
  ];
}

/** Minutes between two times that are close to each other. */
function closest(minutes: readonly number[] | undefined): number {
  if (minutes === undefined) return 1;
  return Math.min(...minutes.map((minute, index) => minute - (minutes[index - 1] ?? Number.NEGATIVE_INFINITY)));
}
