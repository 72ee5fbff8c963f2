import type { Twin } from "../../support/twin.ts";

const schedule = (rest: string) =>
  `settings: { targetActionId: a, timeout: 1m, schedule: { ${rest} } }\n---\nactionId: a\nexec: { command: date, timeout: 1s }\n`;

const cron = (text: string) => schedule(`cron: "${text}"`);

export const twin: Twin = {
  bad: [
    cron("▸* * * * * *"),
    cron("▸@daily"),
    cron("▸0 0 * *"),
    schedule('cron: ▸""'),
    cron("▸60 * * * *"),
    cron("0 ▸24 * * *"),
    cron("0 0 ▸0 * *"),
    cron("0 0 * ▸13 *"),
    cron("0 0 * * ▸8"),
    cron("0 0 * 1,▸FOO *"),
    cron("0 ▸22-2 * * *"),
    cron("▸*/0 * * * *"),
    cron("▸*/60 * * * *"),
    cron("▸5/15 * * * *"),
    cron("▸1-2-3 * * * *"),
    cron("0 0 ▸L * *"),
    cron("0 0 ▸15W * *"),
    cron("0 0 * * ▸1#2"),
    cron("0 0 ▸? * 1"),
    cron("0 0 ▸31 2 *"),
    cron("0 0 ▸31 4,6,9,11 *"),
    cron("▸-1 * * * *"),
    cron("1,▸,2 * * * *"),
    schedule('cron: "0 0 * * *", timeZone: ▸Mars/Olympus'),
    schedule('cron: "0 0 * * *", timeZone: ▸europe/berlin'),
    schedule('cron: "0 0 * * *", timeZone: ▸"+01:00"'),
  ],
  good: [
    cron("*/15 9-17 * * MON-FRI"),
    cron("0 0 29 2 *"),
    cron("0 0 31 2 1"),
    cron("0 0 1,15 jan,JUL *"),
    cron("0 0 * * FRI-SUN"),
    cron("0 0 * * 7"),
    schedule('cron: "0 0 * * *", timeZone: Asia/Kolkata, overlap: queue, catchUp: true'),
    schedule('cron: "0 0 * * *", timeZone: UTC'),
  ],
};
