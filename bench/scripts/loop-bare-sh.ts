import { bare } from "./bare.ts";
import { twoAtATime } from "./two-at-a-time.ts";

await twoAtATime(() => bare("/bin/sh", ["-c", "/bin/true"], ["ignore", "pipe", "pipe"]));
