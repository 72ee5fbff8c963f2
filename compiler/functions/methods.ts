import {
  anyType,
  boolType,
  dateType,
  durationType,
  floatType,
  intType,
  stringType,
  timezoneType,
  type ValueType,
} from "../nouns/value-type.ts";

/** One method of dates, durations or time zones: what stands in its parentheses, and what it gives. */
export interface MethodSpec {
  readonly parameters: readonly ValueType[];
  readonly result: ValueType;
  /** True where the first argument is a layout, as Go writes dates. */
  readonly takesLayout?: true;
}

type Methods = ReadonlyMap<string, MethodSpec>;

const text = gives(stringType);
const whole = gives(intType);

const dateMethods = named({
  Year: whole,
  // A month or a weekday: a number in comparisons and JSON, a name in text.
  Month: gives(anyType),
  Day: whole,
  Hour: whole,
  Minute: whole,
  Second: whole,
  Nanosecond: whole,
  Weekday: gives(anyType),
  YearDay: whole,
  Unix: whole,
  UnixMilli: whole,
  UnixMicro: whole,
  UnixNano: whole,
  Format: { ...gives(stringType, stringType), takesLayout: true },
  In: gives(dateType, timezoneType),
  UTC: gives(dateType),
  Local: gives(dateType),
  Location: gives(timezoneType),
  Add: gives(dateType, durationType),
  Sub: gives(durationType, dateType),
  AddDate: gives(dateType, intType, intType, intType),
  Before: gives(boolType, dateType),
  After: gives(boolType, dateType),
  Equal: gives(boolType, dateType),
  Compare: gives(intType, dateType),
  IsZero: gives(boolType),
  Truncate: gives(dateType, durationType),
  Round: gives(dateType, durationType),
  String: text,
});

const durationMethods = named({
  Hours: gives(floatType),
  Minutes: gives(floatType),
  Seconds: gives(floatType),
  Milliseconds: whole,
  Microseconds: whole,
  Nanoseconds: whole,
  Round: gives(durationType, durationType),
  Truncate: gives(durationType, durationType),
  Abs: gives(durationType),
  String: text,
});

/** The methods of the types that have some, under the names of Go's package time. */
export const methods: ReadonlyMap<ValueType["kind"], Methods> = new Map([
  ["date", dateMethods],
  ["duration", durationMethods],
  ["timezone", named({ String: text })],
]);

function named(specs: Readonly<Record<string, MethodSpec>>): Methods {
  return new Map(Object.entries(specs));
}

function gives(result: ValueType, ...parameters: readonly ValueType[]): MethodSpec {
  return { parameters, result };
}
