import { type Environment, UsageError } from "../shared/context.ts";

/** The end of the year 9999: what time stamps of archives and file systems can hold at most. */
const latest = 253_402_300_799;

/**
 * The time that everything written is dated with: SOURCE_DATE_EPOCH, seconds since 1970 (reproducible-builds.org,
 * "SOURCE_DATE_EPOCH specification"); undefined where it is not set. Throws UsageError for a value of another form.
 */
export function sourceDate(environment: Environment): Date | undefined {
  const { SOURCE_DATE_EPOCH: value } = environment;
  if (value === undefined) return undefined;
  if (/^\d{1,12}$/.test(value) && Number(value) <= latest) return new Date(Number(value) * 1000);
  throw new UsageError(`SOURCE_DATE_EPOCH takes seconds since 1970 as a whole number, not ${JSON.stringify(value)}`);
}
