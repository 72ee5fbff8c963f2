import { execa } from "execa";
import { twoAtATime } from "./two-at-a-time.ts";

await twoAtATime(() => execa("/bin/true", [], { stdin: "ignore" }));
