import type { Goal } from "./contest.ts";
import type { Tokens } from "./reads-people.ts";

/** One request of a screen, with the caller's session token. */
export type Question = Readonly<{ procedure: string; input: object; token: string }>;

/** The requests of a screen, which vary with `nth`, with the goals for their 95th percentile and CPU time. */
export type Screen = Readonly<{
  name: string;
  p95Ms: Goal;
  cpuMs?: Goal;
  ask: (nth: number) => Question;
}>;

type Sizes = Readonly<{ orders: number; people: number }>;
const page = { p95Ms: { must: 40, target: 15 } };
const dearPage = { ...page, cpuMs: { must: 8, target: 3 } };
const report = { p95Ms: { must: 300, target: 150 } };
/** A procedure with its nth input. */
type Asking = (procedure: string, inputOf: (nth: number) => object) => Screen["ask"];

const period = { from: "2026-01-01", to: "2026-08-31" };
const pageSize = 20;
const orderSorts = ["placedAt", "orderNumber", "total"];

/** The most expensive screens (specification, section 2). */
export function screensOf(tokens: Tokens, sizes: Sizes): readonly Screen[] {
  const office: Asking = (procedure, inputOf) => (nth) => ({
    procedure,
    input: inputOf(nth),
    token: tokens.office,
  });
  const member: Asking = (procedure, inputOf) => (nth) => ({
    procedure,
    input: inputOf(nth),
    token: turn(nth, tokens.members),
  });
  return [
    ...screensOfMembers(member),
    ...orderScreens(office, sizes),
    ...userScreens(office, sizes),
    ...reportScreens(office),
  ];
}

function screensOfMembers(member: Asking): Screen[] {
  return [
    { name: "my network", ...dearPage, ask: member("network.tree", () => ({ depth: 2 })) },
    { name: "my wallet", ...dearPage, ask: member("wallet.mine", () => ({})) },
    {
      name: "wallet as of the end of a month",
      ...page,
      ask: member("wallet.statement", () => ({ month: "2026-03" })),
    },
  ];
}

function orderScreens(office: Asking, { orders }: Sizes): Screen[] {
  const list = (name: string, inputOf: (nth: number) => object): Screen => ({
    name: `orders, ${name}`,
    ...dearPage,
    ask: office("orders.list", inputOf),
  });
  return [
    list("first page of any sort", (nth) => ({ sort: sortOf(nth, orderSorts) })),
    list("any of the first 500 pages of any sort", (nth) => ({
      page: anyPage(nth, Math.min(orders, 500 * pageSize)),
      sort: sortOf(nth, orderSorts),
    })),
    list("by state, region and days", (nth) =>
      turn<object>(nth, [
        { state: "paid", region: "za" },
        { state: "placed" },
        { state: "refunded", sort: { by: "total", direction: "asc" } },
        { from: "2026-03-01", to: "2026-03-31", page: 1 + (nth % 100) },
        { from: "2026-05-04", to: "2026-05-10", region: "za", state: "paid" },
      ]),
    ),
    list("by what is to be done", (nth) =>
      turn<object>(nth, [{ work: "problem" }, { work: "collection" }, { overpaid: true }]),
    ),
    list("by the method of payment", (nth) => ({ method: turn(nth, ["card", "eft"]) })),
    list("found by number or name", (nth) => ({
      search: turn(nth, [`RH${anyOf(nth, orders)}`, `First${nth % 100} Last1`]),
    })),
  ];
}

function userScreens(office: Asking, { people }: Sizes): Screen[] {
  return [
    {
      name: "users, any page, filter and sort",
      ...page,
      cpuMs: { must: 15, target: 5 },
      ask: office("users.list", (nth) => ({
        page: turn(nth, [1, anyPage(nth, people / 5)]),
        ...turn<object>(nth, [{}, { role: "customer" }, { role: "distributor", level: 3 }]),
        sort: sortOf(nth, ["name", "email", "created", "lastSeen", "id"]),
      })),
    },
    {
      name: "users, found by a part of a name",
      ...page,
      ask: office("users.list", (nth) => ({ search: `First${nth % 100} Last${nth % 10}` })),
    },
  ];
}

function reportScreens(office: Asking): Screen[] {
  return [
    {
      name: "sales report by person",
      ...report,
      cpuMs: { must: 40, target: 15 },
      ask: office("reports.sales", (nth) => ({
        ...period,
        groupBy: "person",
        page: 1 + (nth % 50),
        sort: sortOf(nth, ["totalSales", "units", "name"]),
      })),
    },
    {
      name: "sales report by product, level or month",
      ...report,
      ask: office("reports.sales", (nth) => ({
        ...period,
        groupBy: turn(nth, ["product", "level", "month"]),
      })),
    },
    {
      name: "sales graph",
      ...report,
      ask: office("reports.salesGraph", (nth) => ({
        ...period,
        step: turn(nth, ["day", "week", "month"]),
        series: turn(nth, ["level", "product"]),
      })),
    },
    {
      name: "dashboard",
      ...report,
      cpuMs: { must: 30, target: 10 },
      ask: office("dashboard.get", () => ({})),
    },
  ];
}

function turn<Item>(nth: number, items: readonly Item[]): Item {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error("there is nothing to take turns with");
  return item;
}

function sortOf(nth: number, fields: readonly string[]) {
  return { by: turn(nth, fields), direction: turn(Math.floor(nth / 2), ["asc", "desc"]) };
}

/** Spreads successive values over 1 to `count`. */
function anyOf(nth: number, count: number): number {
  return 1 + ((nth * 7919) % count);
}

function anyPage(nth: number, rows: number): number {
  return anyOf(nth, Math.ceil(rows / pageSize));
}
