const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ipv4 = String.raw`${byte}(?:\.${byte}){3}`;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const groups = "[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*";

/**
 * What the `format` of an input admits. All take time linear in the text's length: they are held against what comes from
 * outside. They look at the shape only; 31 February has one.
 */
export const inputFormats: Readonly<Record<string, RegExp>> = {
  date: whole(day),
  time: whole(time),
  "date-time": whole(`${day}[T ]${time}`),
  email: whole(String.raw`[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+`),
  hostname: whole(String.raw`(?=.{1,253}$)${label}(?:\.${label})*`),
  ipv4: whole(ipv4),
  ipv6: whole(
    `(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?=(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}$)(?:${groups})?::(?:${groups})?|::(?:ffff:)?${ipv4})`,
  ),
  uri: whole(String.raw`[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^]+`),
  uuid: whole("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"),
};

function whole(source: string): RegExp {
  return new RegExp(`^${source}$`, "i");
}
