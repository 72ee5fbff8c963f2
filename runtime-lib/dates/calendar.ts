/** A date and time of day as a wall shows them; the month from 1, the weekday from 0 for Sunday, the day of the year from 1. */
export interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
  readonly yearDay: number;
}

export const monthNames: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export const weekdayNames: readonly string[] = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];

const secondsOfDay = 86_400;

/** Fields of seconds since 1970 on a clock without an offset; the Gregorian calendar in all years, as in Go. */
export function fieldsOf(seconds: number): Fields {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const dayStart = Math.floor(seconds / secondsOfDay) * secondsOfDay;
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
    yearDay: (dayStart - secondsOf([year, 1, 1])) / secondsOfDay + 1,
  };
}

/** Seconds since 1970 of year, month, day, hour, minute and second; what is too large or too small carries over. */
export function secondsOf(parts: readonly number[]): number {
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000 + hour * 3600 + minute * 60 + second;
}

/** Days of a month, from 1. */
export function daysIn(year: number, month: number): number {
  return (secondsOf([year, month + 1, 1]) - secondsOf([year, month, 1])) / secondsOfDay;
}
