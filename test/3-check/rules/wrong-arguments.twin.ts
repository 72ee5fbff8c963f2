import { inCommand, type Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    inCommand("len(▸1)"),
    inCommand("▸len()"),
    inCommand("info(▸'tmiestamp')"),
    inCommand("split('a,b', ▸3)[0]"),
    inCommand("sort([1], ▸'down')[0]"),
    inCommand("sortBy([{a: 1}], .a, ▸'up')[0].a"),
    inCommand("now().Format(▸'YYYY-MM-DD')"),
    inCommand("now().Format(▸'%d.%m.%Y')"),
    inCommand("quote(env(▸''))"),
    inCommand("quote(env(▸'A=b', ''))"),
  ],
  good: [
    inCommand("len('a')"),
    inCommand("quote(info('timestamp'))"),
    inCommand("split('a,b', ',')[0]"),
    inCommand("sort([1], 'desc')[0]"),
    inCommand("sort([1], env('ORDER'))[0]"),
    inCommand("now().Format('Jan 2')"),
    inCommand("now().Format(env('L', ''))"),
  ],
};
