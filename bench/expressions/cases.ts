/** What the expressions read. */
export interface Data {
  readonly user: {
    readonly name: string;
    readonly age: number;
    readonly role: string;
    readonly tags: readonly string[];
    readonly address: { readonly city: string };
    readonly manager: { readonly name: string } | null;
  };
  readonly settings: { readonly theme: string; readonly region?: string };
  readonly order: {
    readonly code: string;
    readonly total: number;
    readonly quantity: number;
    readonly currency: string;
  };
  readonly limit: number;
  readonly items: readonly Item[];
}

interface Item {
  readonly name: string;
  readonly active: boolean;
  readonly price: number;
  readonly quantity: number;
}

/** An expression, the same by hand, and in the languages of others where they have it without functions of the host. */
export interface Case {
  readonly text: string;
  readonly byHand: (scope: Data) => unknown;
  readonly celJs?: string;
  readonly jexl?: string;
  readonly jsonata?: string;
  readonly exprEval?: string;
}

const code = /^[A-Z]{2}-[0-9]{4,6}$/;

export const cases: readonly Case[] = [
  {
    text: "user.address.city",
    byHand: ({ user }) => user.address.city,
    celJs: "user.address.city",
    jexl: "user.address.city",
    jsonata: "user.address.city",
    exprEval: "user.address.city",
  },
  {
    text: 'user.age >= 18 and (order.total > limit or user.role == "admin")',
    byHand: ({ user, order, limit }) => user.age >= 18 && (order.total > limit || user.role === "admin"),
    celJs: 'user.age >= 18 && (order.total > limit || user.role == "admin")',
    jexl: 'user.age >= 18 && (order.total > limit || user.role == "admin")',
    jsonata: 'user.age >= 18 and (order.total > limit or user.role = "admin")',
    exprEval: 'user.age >= 18 and (order.total > limit or user.role == "admin")',
  },
  {
    text: "(order.total * order.quantity + 5) / 2 - limit % 7",
    byHand: ({ order, limit }) => (order.total * order.quantity + 5) / 2 - (limit % 7),
    jexl: "(order.total * order.quantity + 5) / 2 - limit % 7",
    jsonata: "(order.total * order.quantity + 5) / 2 - limit % 7",
    exprEval: "(order.total * order.quantity + 5) / 2 - limit % 7",
  },
  {
    text: 'upper(trim(user.name)) + "-" + lower(order.currency)',
    byHand: ({ user, order }) => `${user.name.trim().toUpperCase()}-${order.currency.toLowerCase()}`,
    jsonata: '$uppercase($trim(user.name)) & "-" & $lowercase(order.currency)',
  },
  {
    text: 'order.total > 100 ? "large" : order.total > 10 ? "medium" : "small"',
    byHand: ({ order }) => (order.total > 100 ? "large" : order.total > 10 ? "medium" : "small"),
    celJs: 'order.total > 100 ? "large" : order.total > 10 ? "medium" : "small"',
    jexl: 'order.total > 100 ? "large" : (order.total > 10 ? "medium" : "small")',
    jsonata: 'order.total > 100 ? "large" : order.total > 10 ? "medium" : "small"',
    exprEval: 'order.total > 100 ? "large" : order.total > 10 ? "medium" : "small"',
  },
  {
    text: 'user.manager?.name ?? settings.region ?? "none"',
    byHand: ({ user, settings }) => user.manager?.name ?? settings.region ?? "none",
    celJs: 'user.manager != null ? user.manager.name : has(settings.region) ? settings.region : "none"',
    jexl: 'user.manager.name ?: settings.region ?: "none"',
    jsonata: 'user.manager.name ?? settings.region ?? "none"',
  },
  {
    text: "sum(map(filter(items, .active and .price > 10), .price * .quantity))",
    byHand: ({ items }) =>
      items
        .filter(({ active, price }) => active && price > 10)
        .reduce((total, { price, quantity }) => total + price * quantity, 0),
    jsonata: "$sum(items[active and price > 10].(price * quantity))",
    exprEval:
      "fold(add(a, x) = a + x, 0, map(cost(i) = i.price * i.quantity, filter(test(i) = i.active and i.price > 10, items)))",
  },
  {
    text: 'order.code matches "^[A-Z]{2}-[0-9]{4,6}$"',
    byHand: ({ order }) => code.test(order.code),
    jsonata: "$contains(order.code, /^[A-Z]{2}-[0-9]{4,6}$/)",
  },
  {
    text: 'user.role in ["owner", "admin", "editor"] or "beta" in user.tags',
    byHand: ({ user }) => ["owner", "admin", "editor"].includes(user.role) || user.tags.includes("beta"),
    celJs: 'user.role in ["owner", "admin", "editor"] || "beta" in user.tags',
    jexl: 'user.role in ["owner", "admin", "editor"] || "beta" in user.tags',
    jsonata: 'user.role in ["owner", "admin", "editor"] or "beta" in user.tags',
    exprEval: 'user.role in ["owner", "admin", "editor"] or "beta" in user.tags',
  },
  {
    text: '"Order " + order.code + " of " + user.name + ": " + string(order.quantity) + " " + order.currency',
    byHand: ({ order, user }) => `Order ${order.code} of ${user.name}: ${order.quantity} ${order.currency}`,
    jexl: '"Order " + order.code + " of " + user.name + ": " + order.quantity + " " + order.currency',
    jsonata: '"Order " & order.code & " of " & user.name & ": " & order.quantity & " " & order.currency',
    exprEval: '"Order " || order.code || " of " || user.name || ": " || order.quantity || " " || order.currency',
  },
];

const SCOPES = 64;
const ITEMS = 20;

/** Scopes as a program gets them, from JSON; each has other values. The first one types the expressions. */
export function makeScopes(): readonly Data[] {
  const scopes = Array.from({ length: SCOPES }, (_, index) => makeScope(index, random(index + 1)));
  return JSON.parse(JSON.stringify(scopes)) as Data[];
}

function makeScope(index: number, next: (below: number) => number): Data {
  const letters = () => Array.from({ length: 3 + next(6) }, () => String.fromCharCode(97 + next(26))).join("");
  const pick = (...options: readonly string[]) => options[next(options.length)] ?? "";
  return {
    user: {
      name: ` ${letters()} ${letters()}`,
      age: 10 + next(30),
      role: pick("owner", "admin", "editor", "guest", "reader"),
      tags: [letters(), pick("beta", "alpha"), letters()],
      address: { city: letters() },
      manager: index % 2 === 0 ? null : { name: letters() },
    },
    settings: index % 4 === 0 ? { theme: letters() } : { theme: letters(), region: letters() },
    order: {
      code: `${letters().slice(0, 2).toUpperCase()}-${10 ** (2 + next(4)) + next(90)}`,
      total: next(200) + 0.5,
      quantity: 1 + next(9),
      currency: pick("EUR", "USD", "CHF"),
    },
    limit: 10 + next(100),
    items: Array.from({ length: ITEMS }, () => ({
      name: letters(),
      active: next(3) > 0,
      price: next(40) + 0.25,
      quantity: 1 + next(5),
    })),
  };
}

/** Whole numbers below a bound, always the same ones for a seed. */
function random(seed: number): (below: number) => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
