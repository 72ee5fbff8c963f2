import type { Rule } from "./rule.ts";

/** The first value in a program that flowc has not followed to all of its sources: too many lead there, or too far. */
export const notFollowed: Rule = ({ taint, report }) => {
  const flow = taint.flows.find((candidate) => candidate.taint.isLost);
  if (flow === undefined) return;
  const { span: at } = flow.expression;
  const written = at.source.text.slice(at.start, at.end);
  const message = `where "${written}" comes from is not followed to the end: more than 64 sources, or more than 100 steps`;
  const help = "check the value just before it is used; flowc says this once, however many values it holds for";
  report("not-followed", at, message, { help, notes: flow.taint.path.slice(0, 1) });
};
