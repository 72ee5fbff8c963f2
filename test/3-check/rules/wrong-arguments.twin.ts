import { inCommand, type Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [inCommand("len(▸1)"), inCommand("▸len()"), inCommand("info(▸'tmiestamp')"), inCommand("split('a,b', ▸3)[0]")],
  good: [inCommand("len('a')"), inCommand("quote(info('timestamp'))"), inCommand("split('a,b', ',')[0]")],
};
