import { dateType, durationType, stringType, timezoneType } from "../nouns/value-type.ts";
import { cleared, type FunctionSpec, optionalParameter, parameter, runtime } from "./spec.ts";

/** Functions of dates, durations and time zones. */
export const dateFunctions: readonly FunctionSpec[] = [
  {
    name: "now",
    parameters: [optionalParameter("zone", timezoneType)],
    result: dateType,
    implementation: runtime("now"),
    flow: cleared,
    readsClock: true,
    description: "The current date and time, in the time zone given or in the machine's",
  },
  {
    name: "date",
    // A time zone may stand in front: date(timezone("Europe/Berlin"), "2024-12-31").
    parameters: [
      parameter("text", stringType, timezoneType),
      optionalParameter("layout", stringType),
      optionalParameter("zone", stringType),
    ],
    result: dateType,
    implementation: runtime("date"),
    flow: cleared,
    description: "The date and time that a text shows, in a layout of Go such as 2006-01-02 or in a common one",
  },
  {
    name: "duration",
    parameters: [parameter("text", stringType)],
    result: durationType,
    implementation: runtime("duration"),
    flow: cleared,
    description: "The duration that a text such as 1h30m stands for",
  },
  {
    name: "timezone",
    parameters: [parameter("name", stringType)],
    result: timezoneType,
    implementation: runtime("timezone"),
    flow: cleared,
    description: "The time zone of that name, such as Europe/Berlin",
  },
];
