// Copied beside the peers' node_modules and run as it is, as zx scripts are.
import { $ } from "zx";

let left = 200;
const worker = async () => {
  while (left-- > 0) await $`/bin/true`;
};
await Promise.all([worker(), worker()]);
